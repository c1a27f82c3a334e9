package io.cambric.compile.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.compile.run.Program.BufferType;
import io.cambric.compile.run.Schedule;
import io.cambric.testing.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Buffers of random live ranges, compared with a search that looks at each pair. */
class BufferAssignmentPropertyTest {

  private static final int STEPS = 40;

  /**
   * A live range with its section, or -1, and the steps that it occupies outside of the section.
   */
  private record Range(
      DType dtype, int length, int first, int last, int section, int from, int to) {

    boolean overlaps(Range other) {
      return section >= 0 && section == other.section
          ? first <= other.last && other.first <= last
          : from <= other.to && other.from <= to;
    }
  }

  static LongStream seeds() {
    return LongStream.range(0, 200);
  }

  /** Sections of random lengths, in regions with random gaps. */
  private static List<Schedule.Region> regions(RandomGenerator random) {
    var regions = new ArrayList<Schedule.Region>();
    int step = random.nextInt(5);
    while (step < STEPS - 12) {
      var starts = new ArrayList<Integer>();
      for (int i = 2 + random.nextInt(2); i > 0; i--) {
        starts.add(step);
        step += 1 + random.nextInt(4);
      }
      regions.add(new Schedule.Region(starts, step));
      step += random.nextInt(6);
    }
    return regions;
  }

  private static Range range(RandomGenerator random, List<Schedule.Region> regions) {
    var dtype = random.nextBoolean() ? DType.F32 : DType.F64;
    int first = random.nextInt(STEPS);
    int last = Math.min(STEPS - 1, first + random.nextInt(random.nextBoolean() ? 4 : STEPS));
    int from = first;
    int to = last;
    int section = -1;
    for (var region : regions) {
      if (first >= region.first() && first < region.end()) {
        from = region.first();
      }
      if (last >= region.first() && last < region.end()) {
        to = region.end() - 1;
      }
      for (int i = 0; i < region.sections(); i++) {
        if (first >= region.starts().get(i) && last < region.endOf(i)) {
          section = region.starts().get(i);
        }
      }
    }
    return new Range(dtype, 1 + random.nextInt(6), first, last, section, from, to);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void a_value_is_in_the_smallest_buffer_whose_values_do_not_overlap_it(long seed) {
    var random = Seeds.generator(seed);
    var regions = regions(random);
    var ranges = random.ints(60).mapToObj(_ -> range(random, regions)).toList();
    var assignment = new BufferAssignment(new Schedule(STEPS, regions));
    for (var range : ranges) {
      assignment.end(assignment.begin(range.dtype, range.length, range.first), range.last);
    }

    var types = assignment.share();

    var expected = new ArrayList<BufferType>();
    var held = new ArrayList<List<Range>>();
    var longestFirst = new ArrayList<>(ranges);
    longestFirst.sort(Comparator.comparingInt(Range::length).reversed());
    for (var range : longestFirst) {
      int buffer = held.size() - 1;
      while (buffer >= 0
          && (expected.get(buffer).storage() != range.dtype
              || held.get(buffer).stream().anyMatch(range::overlaps))) {
        buffer--;
      }
      if (buffer < 0) {
        buffer = held.size();
        held.add(new ArrayList<>());
        expected.add(new BufferType(range.dtype, range.length));
      }
      held.get(buffer).add(range);
    }
    assertThat(types).isEqualTo(expected);
    for (int buffer = 0; buffer < held.size(); buffer++) {
      for (var range : held.get(buffer)) {
        assertThat(types.get(assignment.of(indexOf(range, ranges))))
            .isEqualTo(expected.get(buffer));
        assertThat(assignment.of(indexOf(range, ranges))).isEqualTo(buffer);
      }
    }
  }

  private static int indexOf(Range range, List<Range> ranges) {
    for (int i = 0; i < ranges.size(); i++) {
      if (ranges.get(i) == range) {
        return i;
      }
    }
    throw new AssertionError(range);
  }
}
