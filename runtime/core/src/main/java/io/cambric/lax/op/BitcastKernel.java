package io.cambric.lax.op;

import io.cambric.array.Buffer;
import io.cambric.kernel.Operand;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads the bytes of row-major elements, lowest first, as elements of another width. */
final class BitcastKernel {

  private BitcastKernel() {}

  static void run(Operand x, int count, Operand out) {
    int from = x.buffer().dtype().bytes();
    int to = out.buffer().dtype().bytes();
    int group = Math.max(from, to);
    var bytes = ByteBuffer.allocate(group).order(ByteOrder.LITTLE_ENDIAN);
    int read = x.offset();
    int written = out.offset();
    for (int i = 0; i < count; i += group / from) {
      for (int at = 0; at < group; at += from) {
        load(x.buffer(), read++, bytes, at);
      }
      for (int at = 0; at < group; at += to) {
        store(bytes, at, out.buffer(), written++);
      }
    }
  }

  private static void load(Buffer buffer, int i, ByteBuffer bytes, int at) {
    switch (buffer.dtype()) {
      case BOOL, I8, U8 -> bytes.put(at, buffer.bytes()[i]);
      case I16, U16, BF16, F16 -> bytes.putShort(at, buffer.shorts()[i]);
      case I32, U32 -> bytes.putInt(at, buffer.ints()[i]);
      case I64, U64 -> bytes.putLong(at, buffer.longs()[i]);
      case F32 -> bytes.putInt(at, Float.floatToRawIntBits(buffer.floats()[i]));
      case F64 -> bytes.putLong(at, Double.doubleToRawLongBits(buffer.doubles()[i]));
    }
  }

  private static void store(ByteBuffer bytes, int at, Buffer buffer, int i) {
    switch (buffer.dtype()) {
      case BOOL, I8, U8 -> buffer.bytes()[i] = bytes.get(at);
      case I16, U16, BF16, F16 -> buffer.shorts()[i] = bytes.getShort(at);
      case I32, U32 -> buffer.ints()[i] = bytes.getInt(at);
      case I64, U64 -> buffer.longs()[i] = bytes.getLong(at);
      case F32 -> buffer.floats()[i] = Float.intBitsToFloat(bytes.getInt(at));
      case F64 -> buffer.doubles()[i] = Double.longBitsToDouble(bytes.getLong(at));
    }
  }
}
