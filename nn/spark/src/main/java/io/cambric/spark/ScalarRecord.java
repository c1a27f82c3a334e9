package io.cambric.spark;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Numbers of a step, as a writer takes them.
 *
 * @param step counted from 0
 * @param values by name
 */
record ScalarRecord(long step, LinkedHashMap<String, Double> values) implements Serializable {

  static ScalarRecord of(long step, Map<String, Double> values) {
    return new ScalarRecord(step, new LinkedHashMap<>(values));
  }

  void write(DataOutput out) throws IOException {
    out.writeLong(step);
    out.writeInt(values.size());
    for (var entry : values.entrySet()) {
      out.writeUTF(entry.getKey());
      out.writeDouble(entry.getValue());
    }
  }

  static ScalarRecord read(DataInput in) throws IOException {
    long step = in.readLong();
    int count = in.readInt();
    var values = new LinkedHashMap<String, Double>();
    for (int i = 0; i < count; i++) {
      values.put(in.readUTF(), in.readDouble());
    }
    return new ScalarRecord(step, values);
  }
}
