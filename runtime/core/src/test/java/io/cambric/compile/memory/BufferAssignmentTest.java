package io.cambric.compile.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.compile.run.Program.BufferType;
import io.cambric.compile.run.Schedule;
import java.util.List;
import org.junit.jupiter.api.Test;

class BufferAssignmentTest {

  private final BufferAssignment buffers = new BufferAssignment(new Schedule(10, List.of()));

  private int range(DType dtype, int length, int first, int last) {
    int range = buffers.begin(dtype, length, first);
    buffers.end(range, last);
    return range;
  }

  @Test
  void values_with_disjoint_live_ranges_share_a_buffer_as_large_as_the_largest() {
    int early = range(DType.F32, 5, 0, 1);
    int deferred = range(DType.F32, 9, 2, 3);

    assertThat(buffers.share()).containsExactly(new BufferType(DType.F32, 9));
    assertThat(buffers.of(early)).isEqualTo(buffers.of(deferred));
  }

  @Test
  void a_step_does_not_write_a_value_into_the_buffer_of_one_it_reads() {
    int read = range(DType.F32, 5, 0, 2);
    int written = range(DType.F32, 5, 2, 3);

    assertThat(buffers.share()).hasSize(2);
    assertThat(buffers.of(read)).isNotEqualTo(buffers.of(written));
  }

  @Test
  void a_small_value_leaves_a_large_buffer_to_a_later_large_value() {
    int first = range(DType.F32, 100, 0, 1);
    int small = range(DType.F32, 10, 2, 9);
    int last = range(DType.F32, 100, 5, 6);

    assertThat(buffers.share())
        .containsExactly(new BufferType(DType.F32, 100), new BufferType(DType.F32, 10));
    assertThat(buffers.of(last)).isEqualTo(buffers.of(first));
    assertThat(buffers.of(small)).isEqualTo(1);
  }

  @Test
  void dtypes_share_a_buffer_if_java_stores_them_in_the_same_arrays() {
    int signed = range(DType.I32, 4, 0, 1);
    int unsigned = range(DType.U32, 4, 2, 3);
    int floats = range(DType.F32, 4, 4, 5);

    assertThat(buffers.share())
        .containsExactly(new BufferType(DType.U32, 4), new BufferType(DType.F32, 4));
    assertThat(buffers.of(signed)).isEqualTo(buffers.of(unsigned));
    assertThat(buffers.of(floats)).isEqualTo(1);
  }

  @Test
  void a_live_range_without_end_shares_its_buffer_with_no_later_value() {
    int kept = buffers.begin(DType.F32, 4, 0);
    int later = range(DType.F32, 4, 7, 8);

    buffers.share();

    assertThat(buffers.of(kept)).isNotEqualTo(buffers.of(later));
  }

  /**
   * {@return whether two values share a buffer, where steps 2 and 3 run at the same time as 4 to 6}
   */
  private static boolean share(int first, int last, int otherFirst, int otherLast) {
    var regions = List.of(new Schedule.Region(List.of(2, 4), 7));
    var assignment = new BufferAssignment(new Schedule(10, regions));
    int one = assignment.begin(DType.F32, 4, first);
    assignment.end(one, last);
    int other = assignment.begin(DType.F32, 4, otherFirst);
    assignment.end(other, otherLast);
    assignment.share();
    return assignment.of(one) == assignment.of(other);
  }

  @Test
  void values_of_one_section_share_a_buffer_if_their_steps_do_not_overlap() {
    assertThat(share(4, 5, 6, 6)).isTrue();
    assertThat(share(4, 5, 5, 6)).isFalse();
  }

  @Test
  void values_of_different_sections_share_no_buffer() {
    assertThat(share(2, 3, 4, 5)).isFalse();
  }

  @Test
  void a_value_that_enters_or_leaves_a_section_lives_as_long_as_the_region() {
    assertThat(share(0, 2, 3, 3)).isFalse();
    assertThat(share(0, 2, 6, 8)).isFalse();
    assertThat(share(4, 8, 2, 2)).isFalse();
    assertThat(share(0, 1, 2, 3)).isTrue();
    assertThat(share(4, 6, 7, 8)).isTrue();
  }
}
