package io.cambric.io.compression;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The methods of {@code sun.misc.Unsafe} that Aircompressor calls, on arrays of bytes and within
 * their bounds.
 *
 * <p>In the published jar this class replaces Unsafe: relocation renames the calls. So a damaged
 * page cannot access other memory, and no JVM warns or refuses. All methods throw {@link
 * IndexOutOfBoundsException} outside of the array.
 */
public final class HeapMemory {

  /** The offset of the first element of an array. */
  public static final int ARRAY_BYTE_BASE_OFFSET = 0;

  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.nativeOrder());
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  /** Aircompressor looks up the field by this name. */
  @SuppressWarnings("UnusedVariable")
  private static final HeapMemory theUnsafe = new HeapMemory();

  private HeapMemory() {}

  private static byte[] array(@Nullable Object base) {
    return (byte[]) Objects.requireNonNull(base);
  }

  private static int index(long offset) {
    // A long outside of the range of an int is outside of the array.
    return Math.clamp(offset, -1, Integer.MAX_VALUE);
  }

  /** {@return a byte} */
  public byte getByte(Object base, long offset) {
    return array(base)[index(offset)];
  }

  /** {@return two bytes in the order of the machine} */
  public short getShort(Object base, long offset) {
    return (short) SHORTS.get(array(base), index(offset));
  }

  /** {@return four bytes in the order of the machine} */
  public int getInt(Object base, long offset) {
    return (int) INTS.get(array(base), index(offset));
  }

  /** {@return eight bytes in the order of the machine} */
  public long getLong(Object base, long offset) {
    return (long) LONGS.get(array(base), index(offset));
  }

  /** Stores a byte. */
  public void putByte(Object base, long offset, byte value) {
    array(base)[index(offset)] = value;
  }

  /** Stores two bytes in the order of the machine. */
  public void putShort(Object base, long offset, short value) {
    SHORTS.set(array(base), index(offset), value);
  }

  /** Stores four bytes in the order of the machine. */
  public void putInt(Object base, long offset, int value) {
    INTS.set(array(base), index(offset), value);
  }

  /** Stores eight bytes in the order of the machine. */
  public void putLong(Object base, long offset, long value) {
    LONGS.set(array(base), index(offset), value);
  }

  /** Copies bytes, which may overlap. */
  public void copyMemory(Object from, long at, Object to, long target, long bytes) {
    System.arraycopy(array(from), index(at), array(to), index(target), index(bytes));
  }

  /** {@return a dummy value; only buffers outside of the heap have such a field} */
  public long objectFieldOffset(Field field) {
    return 0;
  }
}
