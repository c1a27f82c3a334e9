package io.cambric.io.protobuf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Writes the fields of one message, in the order of the calls; mutable, for one thread.
 *
 * <p>Default values are written, too. Methods with {@code Unless} in their name omit the default,
 * as newer formats do outside of alternatives.
 */
public final class ProtoWriter {

  private static final int MAX_VARINT_BYTES = 10;

  private byte[] bytes = new byte[64];
  private int size;

  /** Begins a message without fields. */
  public ProtoWriter() {}

  /** {@return the message so far} */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  /** Writes an int64, int32, bool or enum. */
  public ProtoWriter varint(int field, long value) {
    tag(field, WireType.VARINT);
    varint(value);
    return this;
  }

  /** Writes an int64, int32, bool or enum unless it is 0. */
  public ProtoWriter varintUnlessZero(int field, long value) {
    return value == 0 ? this : varint(field, value);
  }

  /** Writes a float. */
  public ProtoWriter float32(int field, float value) {
    tag(field, WireType.FIXED32);
    reserved(Float.BYTES).putFloat(value);
    return this;
  }

  /** Writes a double. */
  public ProtoWriter float64(int field, double value) {
    tag(field, WireType.FIXED64);
    reserved(Double.BYTES).putDouble(value);
    return this;
  }

  /** Writes a double unless it is 0; -0 is written. */
  public ProtoWriter float64UnlessZero(int field, double value) {
    return Double.doubleToRawLongBits(value) == 0 ? this : float64(field, value);
  }

  /** Writes a text in UTF-8. */
  public ProtoWriter string(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes a text in UTF-8 unless it is empty. */
  public ProtoWriter stringUnlessEmpty(int field, String value) {
    return value.isEmpty() ? this : string(field, value);
  }

  /** Writes bytes. */
  public ProtoWriter bytes(int field, byte[] value) {
    return bytes(field, ByteBuffer.wrap(value));
  }

  /** Writes the remaining bytes of a buffer, without a change of its position. */
  public ProtoWriter bytes(int field, ByteBuffer value) {
    tag(field, WireType.DELIMITED);
    varint(value.remaining());
    reserved(value.remaining()).put(value.duplicate());
    return this;
  }

  /** Writes a message, whose fields the function writes. */
  public ProtoWriter message(int field, Consumer<ProtoWriter> content) {
    var inner = new ProtoWriter();
    content.accept(inner);
    return bytes(field, ByteBuffer.wrap(inner.bytes, 0, inner.size));
  }

  /** Writes a packed list of doubles; no field for an empty one. */
  public ProtoWriter float64s(int field, double[] values) {
    if (values.length > 0) {
      tag(field, WireType.DELIMITED);
      int count = Math.multiplyExact(values.length, Double.BYTES);
      varint(count);
      reserved(count).asDoubleBuffer().put(values);
    }
    return this;
  }

  /** Writes a packed list of floats; no field for an empty one. */
  public ProtoWriter float32s(int field, float[] values) {
    if (values.length > 0) {
      tag(field, WireType.DELIMITED);
      int count = Math.multiplyExact(values.length, Float.BYTES);
      varint(count);
      reserved(count).asFloatBuffer().put(values);
    }
    return this;
  }

  /** Writes a packed list of integers; no field for an empty one. */
  public ProtoWriter varints(int field, long[] values) {
    if (values.length > 0) {
      var inner = new ProtoWriter();
      for (long value : values) {
        inner.varint(value);
      }
      bytes(field, ByteBuffer.wrap(inner.bytes, 0, inner.size));
    }
    return this;
  }

  private void tag(int field, WireType form) {
    varint((long) field << WireType.BITS | form.code());
  }

  private void varint(long value) {
    ensure(MAX_VARINT_BYTES);
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  /** {@return a view of this number of bytes, appended to the message} */
  private ByteBuffer reserved(int count) {
    ensure(count);
    var view = ByteBuffer.wrap(bytes, size, count).slice().order(ByteOrder.LITTLE_ENDIAN);
    size += count;
    return view;
  }

  private void ensure(int count) {
    int needed = Math.addExact(size, count);
    if (needed > bytes.length) {
      bytes =
          Arrays.copyOf(bytes, (int) Math.min(Math.max(needed, 2L * size), Integer.MAX_VALUE - 8));
    }
  }
}
