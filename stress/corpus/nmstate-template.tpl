interfaces:
- name: {{ nic1 }}
  mac: {{mac1}}
dns-resolver: {config: {server: {{ dns | list }}}}
routes: {{ address | ip }}/{{ prefix }} {{ capture.x }} {{ col.GATEWAY }}
