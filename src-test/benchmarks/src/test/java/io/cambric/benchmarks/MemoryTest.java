package io.cambric.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.Reference;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MemoryTest {

  private static final int SIZE = 1 << 24;

  @Test
  void an_array_counts_while_it_is_held_and_in_the_peak_for_good() throws Exception {
    long allocated = Memory.allocated();
    byte[] array = new byte[SIZE];
    Arrays.fill(array, (byte) 1);
    long live = Memory.live();
    Reference.reachabilityFence(array);

    assertThat(Memory.allocated() - allocated).isGreaterThanOrEqualTo(SIZE);
    assertThat(live).isGreaterThan(SIZE);
    assertThat(Memory.peak()).isGreaterThan(SIZE);
  }
}
