package io.cambric.serialization;

import io.cambric.array.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A sink into one byte array of the right length, so that each element is copied once. */
final class ArraySink implements ByteSink {

  private final ByteBuffer target;

  ArraySink(byte[] target) {
    this.target = ByteBuffer.wrap(target);
  }

  @Override
  public ByteBuffer room(int bytes) {
    return target;
  }

  @Override
  public void elements(Buffer from, int at, int count) {
    from.write(target.order(ByteOrder.LITTLE_ENDIAN), at, count);
    target.order(ByteOrder.BIG_ENDIAN);
  }

  @Override
  public void bytes(ByteBuffer data) {
    target.put(data);
  }
}
