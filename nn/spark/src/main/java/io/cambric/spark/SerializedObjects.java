package io.cambric.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkEnv;
import org.apache.spark.serializer.SerializerInstance;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * Objects as bytes, the only form in which they cross a shuffle or a broadcast. Spark's configured
 * serializer may not support their classes; Kryo, for example, may not support records.
 *
 * <p>Spark's serializer for functions always writes them. The configured serializer writes rows of
 * a user that this one refuses.
 */
final class SerializedObjects {

  private static final ClassTag<Object> ANY = ClassTag$.MODULE$.apply(Object.class);
  private static final int FUNCTIONS = 0;
  private static final int CONFIGURED = 1;

  private SerializedObjects() {}

  private static SerializerInstance functions() {
    return SparkEnv.get().closureSerializer().newInstance();
  }

  static byte[] of(Object value) {
    var buffer = functions().serialize(value, ANY);
    var bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  static Object read(byte[] bytes) {
    return functions().deserialize(ByteBuffer.wrap(bytes), ANY);
  }

  /** {@return some rows as bytes} */
  static byte[] ofRows(List<?> rows) {
    try {
      return ofRows(rows, FUNCTIONS, functions());
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      // Scala declares no exceptions.
      if (e instanceof NotSerializableException) {
        return ofRows(rows, CONFIGURED, SparkEnv.get().serializer().newInstance());
      }
      throw new IllegalStateException(e);
    }
  }

  private static byte[] ofRows(List<?> rows, int serializer, SerializerInstance instance) {
    var bytes = new ByteArrayOutputStream();
    bytes.write(serializer);
    try (var out = instance.serializeStream(bytes)) {
      for (var row : rows) {
        out.writeObject(row, ANY);
      }
    }
    return bytes.toByteArray();
  }

  /** {@return the rows from bytes} */
  static List<Object> readRows(byte[] bytes) {
    var in = new ByteArrayInputStream(bytes);
    var instance = in.read() == FUNCTIONS ? functions() : SparkEnv.get().serializer().newInstance();
    var rows = new ArrayList<Object>();
    var iterator = instance.deserializeStream(in).asIterator();
    while (iterator.hasNext()) {
      rows.add(iterator.next());
    }
    return rows;
  }
}
