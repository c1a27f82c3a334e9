package io.cambric.io.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The methods in place of Unsafe read and write arrays of bytes, and nothing outside of them. */
class HeapMemoryTest {

  private HeapMemory memory;

  @BeforeEach
  void find() throws ReflectiveOperationException {
    // As the library does.
    var field = HeapMemory.class.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    memory = (HeapMemory) field.get(null);
  }

  @Test
  void numbers_have_the_order_of_the_machine() {
    var bytes = new byte[17];
    var same = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    memory.putLong(bytes, 1, 0x0102030405060708L);
    memory.putInt(bytes, 9, 0x11121314);
    memory.putShort(bytes, 13, (short) 0x2122);
    memory.putByte(bytes, 16, (byte) -3);
    assertThat(same.getLong(1)).isEqualTo(0x0102030405060708L);
    assertThat(same.getInt(9)).isEqualTo(0x11121314);
    assertThat(same.getShort(13)).isEqualTo((short) 0x2122);
    assertThat(memory.getLong(bytes, 1)).isEqualTo(0x0102030405060708L);
    assertThat(memory.getInt(bytes, 9)).isEqualTo(0x11121314);
    assertThat(memory.getShort(bytes, 13)).isEqualTo((short) 0x2122);
    assertThat(memory.getByte(bytes, 16)).isEqualTo((byte) -3);
  }

  @Test
  void copies_may_overlap() {
    byte[] bytes = {1, 2, 3, 4, 5};
    memory.copyMemory(bytes, 0, bytes, 1, 4);
    assertThat(bytes).containsExactly(1, 1, 2, 3, 4);
  }

  @Test
  void nothing_outside_of_the_array_is_read_or_written() {
    var bytes = new byte[8];
    for (long offset : new long[] {-1, 8, 1L << 32, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertOutside(() -> memory.getByte(bytes, offset));
      assertOutside(() -> memory.putByte(bytes, offset, (byte) 1));
      assertOutside(() -> memory.getLong(bytes, offset));
      assertOutside(() -> memory.putLong(bytes, offset, 1));
      assertOutside(() -> memory.copyMemory(bytes, offset, bytes, 0, 1));
      assertOutside(() -> memory.copyMemory(bytes, 0, bytes, offset, 1));
      assertOutside(() -> memory.copyMemory(bytes, 1, bytes, 0, offset));
    }
    assertOutside(() -> memory.getInt(bytes, 5));
    assertOutside(() -> memory.putShort(bytes, 7, (short) 1));
    assertThat(bytes).containsOnly(0);
  }

  private static void assertOutside(Runnable call) {
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(call::run);
  }
}
