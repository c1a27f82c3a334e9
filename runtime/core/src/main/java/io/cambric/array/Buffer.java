package io.cambric.array;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The elements of an array, in a Java heap array. It is mutable while a kernel or a program fills
 * it, and never written again once an array of the user wraps it.
 */
public final class Buffer {

  /** The number of claims of a buffer with more than one owner. */
  private static final int SHARED = 2;

  private final DType dtype;
  private final Object data;
  private final int length;

  /** The number of arrays over this buffer, and of other references to it. */
  private final AtomicInteger claims;

  /** The only thread that may have read the elements, unless {@link #isShared}. */
  private final Thread maker = Thread.currentThread();

  private volatile boolean isShared;

  private Buffer(DType dtype, Object data, int length, int claims) {
    this.dtype = dtype;
    this.data = data;
    this.length = length;
    this.claims = new AtomicInteger(claims);
  }

  private Buffer(DType dtype, Object data, int length) {
    this(dtype, data, length, 1);
  }

  /** Registers an array over this buffer. */
  public void claim() {
    claims.incrementAndGet();
  }

  /** Releases an array over this buffer, which has been donated. */
  public void release() {
    claims.decrementAndGet();
  }

  /**
   * Registers a read by the current thread. If that is not the maker, it may read at any time from
   * now on, so the storage is never reused for another buffer.
   */
  public void share() {
    if (Thread.currentThread() != maker && !isShared) {
      isShared = true;
    }
  }

  /**
   * Releases an array over this buffer, which has been deleted. If no other array is left, and no
   * other thread ever read the buffer, the next buffer of its kind and length reuses its storage.
   *
   * @see #uninitialized
   */
  public void giveBack() {
    if (claims.decrementAndGet() == 0 && Thread.currentThread() == maker && !isShared) {
      StoragePool.ALL.give(data, length, dtype.bytes());
    }
  }

  /**
   * {@return whether at most one array and nothing else refers to this buffer, so its owner may
   * donate it}
   */
  public boolean hasOneOwner() {
    return claims.get() < SHARED;
  }

  /** {@return a buffer of {@code length} zeros} */
  public static Buffer allocate(DType dtype, int length) {
    return new Buffer(dtype, Array.newInstance(element(dtype), length), length, 0);
  }

  /**
   * {@return a buffer of {@code length} elements with arbitrary values, which must be written
   * before they are read} It may reuse the storage of a deleted array, which may still be in the
   * caches of the processor, unlike new storage.
   */
  public static Buffer uninitialized(DType dtype, int length) {
    var data = StoragePool.ALL.take(element(dtype), length, dtype.bytes());
    return data == null ? allocate(dtype, length) : new Buffer(dtype, data, length, 0);
  }

  private static Class<?> element(DType dtype) {
    return switch (dtype) {
      case BOOL, U8, I8 -> byte.class;
      case U16, I16, BF16, F16 -> short.class;
      case U32, I32 -> int.class;
      case U64, I64 -> long.class;
      case F32 -> float.class;
      case F64 -> double.class;
    };
  }

  /** {@return a buffer over this array, not copied} */
  public static Buffer wrap(float[] data) {
    return new Buffer(DType.F32, data, data.length);
  }

  /** {@return a buffer over this array, not copied} */
  public static Buffer wrap(double[] data) {
    return new Buffer(DType.F64, data, data.length);
  }

  /**
   * {@return a buffer over this array, not copied}
   *
   * @param dtype I32 or U32
   */
  public static Buffer wrap(DType dtype, int[] data) {
    return new Buffer(requireWidth(dtype, 4), data, data.length);
  }

  /**
   * {@return a buffer over this array, not copied}
   *
   * @param dtype I64 or U64
   */
  public static Buffer wrap(DType dtype, long[] data) {
    return new Buffer(requireWidth(dtype, 8), data, data.length);
  }

  /**
   * {@return a buffer over this array, not copied}
   *
   * @param dtype I16, U16, BF16 or F16; the last two are stored as their bits
   */
  public static Buffer wrap(DType dtype, short[] data) {
    return new Buffer(requireWidth(dtype, 2), data, data.length);
  }

  /**
   * {@return a buffer over this array, not copied}
   *
   * @param dtype BOOL (0 or 1), I8 or U8
   */
  public static Buffer wrap(DType dtype, byte[] data) {
    return new Buffer(requireWidth(dtype, 1), data, data.length);
  }

  private static DType requireWidth(DType dtype, int bytes) {
    if (dtype.bytes() != bytes || dtype == DType.F32 || dtype == DType.F64) {
      throw new IllegalArgumentException("dtype " + dtype + " has another storage type");
    }
    return dtype;
  }

  /** {@return the element type} */
  public DType dtype() {
    return dtype;
  }

  /** {@return the number of elements} */
  public int length() {
    return length;
  }

  /** {@return the storage of an F32 buffer} */
  public float[] floats() {
    return (float[]) data;
  }

  /** {@return the storage of an F64 buffer} */
  public double[] doubles() {
    return (double[]) data;
  }

  /** {@return the storage of an I32 or U32 buffer} */
  public int[] ints() {
    return (int[]) data;
  }

  /** {@return the storage of an I64 or U64 buffer} */
  public long[] longs() {
    return (long[]) data;
  }

  /** {@return the storage of a 16-bit buffer} */
  public short[] shorts() {
    return (short[]) data;
  }

  /** {@return the storage of an 8-bit or bool buffer} */
  public byte[] bytes() {
    return (byte[]) data;
  }

  /** {@return the Java array itself, for kernels that compare the storage of buffers} */
  public Object storage() {
    return data;
  }

  /** {@return the same storage read as another dtype of the same storage, such as U32 for I32} */
  public Buffer as(DType other) {
    if (other == dtype) {
      return this;
    }
    boolean sameStorage =
        other.bytes() == dtype.bytes()
            && !(data instanceof float[])
            && !(data instanceof double[])
            && other != DType.F32
            && other != DType.F64;
    if (!sameStorage) {
      throw new IllegalArgumentException(dtype + " is not stored as " + other);
    }
    claims.addAndGet(SHARED);
    return new Buffer(other, data, length, SHARED);
  }

  /** {@return element {@code i} as a double; exact for all but 64-bit integers; bool is 0 or 1} */
  public double getDouble(int i) {
    return switch (dtype) {
      case BOOL, I8 -> bytes()[i];
      case U8 -> Byte.toUnsignedInt(bytes()[i]);
      case I16 -> shorts()[i];
      case U16 -> Short.toUnsignedInt(shorts()[i]);
      case BF16 -> Float.intBitsToFloat(shorts()[i] << 16);
      case F16 -> Float.float16ToFloat(shorts()[i]);
      case I32 -> ints()[i];
      case U32 -> Integer.toUnsignedLong(ints()[i]);
      case I64 -> longs()[i];
      case U64 -> unsignedToDouble(longs()[i]);
      case F32 -> floats()[i];
      case F64 -> doubles()[i];
    };
  }

  /** {@return element {@code i} as a long; U64 as its bits, floating types truncated} */
  public long getLong(int i) {
    return switch (dtype) {
      case I64, U64 -> longs()[i];
      default -> (long) getDouble(i);
    };
  }

  /** Stores a value that the dtype holds; floating types round to nearest even. */
  public void setDouble(int i, double value) {
    switch (dtype) {
      case BOOL -> bytes()[i] = (byte) (value != 0 ? 1 : 0);
      case I8, U8 -> bytes()[i] = (byte) (int) value;
      case I16, U16 -> shorts()[i] = (short) (int) value;
      case BF16 -> shorts()[i] = BFloat16.floatToBfloat16((float) value);
      case F16 -> shorts()[i] = Float.floatToFloat16((float) value);
      case I32, U32 -> ints()[i] = (int) (long) value;
      case I64 -> longs()[i] = (long) value;
      case U64 -> longs()[i] = doubleToUnsigned(value);
      case F32 -> floats()[i] = (float) value;
      case F64 -> doubles()[i] = value;
    }
  }

  /** Stores an integer, truncated to the width of an integer dtype; floating types round. */
  public void setLong(int i, long value) {
    switch (dtype) {
      case BOOL -> bytes()[i] = (byte) (value != 0 ? 1 : 0);
      case I8, U8 -> bytes()[i] = (byte) value;
      case I16, U16 -> shorts()[i] = (short) value;
      case I32, U32 -> ints()[i] = (int) value;
      case I64, U64 -> longs()[i] = value;
      case F32 -> floats()[i] = value;
      case BF16, F16, F64 -> setDouble(i, value);
    }
  }

  private static double unsignedToDouble(long bits) {
    return bits >= 0 ? bits : ((bits >>> 1) | (bits & 1)) * 2.0;
  }

  private static long doubleToUnsigned(double value) {
    return value < 0x1p63 ? (long) value : (long) (value - 0x1p63) + Long.MIN_VALUE;
  }

  /** {@return a copy of {@code count} elements from {@code from} on} */
  public Buffer copyOf(int from, int count) {
    Object copy =
        switch (data) {
          case float[] a -> Arrays.copyOfRange(a, from, from + count);
          case double[] a -> Arrays.copyOfRange(a, from, from + count);
          case int[] a -> Arrays.copyOfRange(a, from, from + count);
          case long[] a -> Arrays.copyOfRange(a, from, from + count);
          case short[] a -> Arrays.copyOfRange(a, from, from + count);
          case byte[] a -> Arrays.copyOfRange(a, from, from + count);
          default -> throw new AssertionError(data.getClass());
        };
    return new Buffer(dtype, copy, count);
  }

  /** Reads elements in the byte order of the source; a bool is the byte that it is stored as. */
  public void read(ByteBuffer source, int at, int count) {
    switch (data) {
      case float[] a -> source.asFloatBuffer().get(a, at, count);
      case double[] a -> source.asDoubleBuffer().get(a, at, count);
      case int[] a -> source.asIntBuffer().get(a, at, count);
      case long[] a -> source.asLongBuffer().get(a, at, count);
      case short[] a -> source.asShortBuffer().get(a, at, count);
      case byte[] a -> source.get(a, at, count);
      default -> throw new AssertionError(data.getClass());
    }
  }

  /**
   * Writes elements in the byte order of the target, and advances its position behind them; a bool
   * is the byte that it is stored as.
   */
  public void write(ByteBuffer target, int at, int count) {
    switch (data) {
      case float[] a -> target.asFloatBuffer().put(a, at, count);
      case double[] a -> target.asDoubleBuffer().put(a, at, count);
      case int[] a -> target.asIntBuffer().put(a, at, count);
      case long[] a -> target.asLongBuffer().put(a, at, count);
      case short[] a -> target.asShortBuffer().put(a, at, count);
      case byte[] a -> target.slice().put(a, at, count);
      default -> throw new AssertionError(data.getClass());
    }
    target.position(target.position() + count * dtype.bytes());
  }

  /** Copies elements of a buffer of the same storage into this one. */
  public void copyFrom(int at, Buffer source, int from, int count) {
    System.arraycopy(source.data, from, data, at, count);
  }

  /** {@return the dtype and the length} */
  @Override
  public String toString() {
    return dtype + "[" + length + "] buffer";
  }
}
