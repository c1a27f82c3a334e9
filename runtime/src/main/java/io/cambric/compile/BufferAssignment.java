package io.cambric.compile;

import io.cambric.array.DType;
import io.cambric.compile.Program.BufferType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Memory that serves one value after the other. What has to stay in it, and for how long, is told
 * first; then all stays are given buffers, the longest values before the shorter ones, which so
 * find room where long ones are not: a buffer is as large as the first value that was given to it.
 */
final class BufferAssignment {

  /** A value, or several that are written over each other. */
  private static final class LiveRange {

    private final DType storage;
    private final int length;
    private final int first;
    private int last = Integer.MAX_VALUE;
    private int buffer;

    LiveRange(DType storage, int length, int first) {
      this.storage = storage;
      this.length = length;
      this.first = first;
    }

    boolean meets(LiveRange other) {
      return first <= other.last && other.first <= last;
    }
  }

  /** A buffer with those that stay in it. */
  private record BufferSlot(BufferType type, List<LiveRange> ranges) {

    boolean isFreeFor(LiveRange range) {
      return type.storage() == range.storage && ranges.stream().noneMatch(range::meets);
    }
  }

  private final List<LiveRange> ranges = new ArrayList<>();

  /** {@return the number of a stay that begins with a step} */
  int begin(DType dtype, int length, int step) {
    ranges.add(new LiveRange(storage(dtype), length, step));
    return ranges.size() - 1;
  }

  /** Ends a stay after a step. */
  void end(int range, int step) {
    ranges.get(range).last = step;
  }

  /** {@return the buffers that all stays need, which are known by then} */
  List<BufferType> share() {
    var capacities = new ArrayList<BufferSlot>();
    var longestFirst = new ArrayList<>(ranges);
    longestFirst.sort(Comparator.comparingInt((LiveRange range) -> range.length).reversed());
    for (var range : longestFirst) {
      // Later rooms are smaller: the last that is free fits best.
      range.buffer =
          IntStream.range(0, capacities.size())
              .filter(capacity -> capacities.get(capacity).isFreeFor(range))
              .max()
              .orElse(capacities.size());
      if (range.buffer == capacities.size()) {
        capacities.add(
            new BufferSlot(new BufferType(range.storage, range.length), new ArrayList<>()));
      }
      capacities.get(range.buffer).ranges.add(range);
    }
    return capacities.stream().map(BufferSlot::type).toList();
  }

  /** {@return the number of the buffer of a stay, once buffers are shared} */
  int of(int range) {
    return ranges.get(range).buffer;
  }

  /** {@return the dtype whose Java array holds elements of a dtype} */
  private static DType storage(DType dtype) {
    return switch (dtype) {
      case BOOL, U8, I8 -> DType.U8;
      case U16, I16, BF16, F16 -> DType.U16;
      case U32, I32 -> DType.U32;
      case U64, I64 -> DType.U64;
      case F32, F64 -> dtype;
    };
  }
}
