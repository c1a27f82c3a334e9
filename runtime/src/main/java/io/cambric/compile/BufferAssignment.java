package io.cambric.compile;

import io.cambric.array.DType;
import io.cambric.compile.Program.BufferType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Buffer assignment: values whose live ranges do not overlap share a buffer. Callers first register
 * all live ranges. {@link #share} then assigns buffers, the largest values first, so that small
 * values fill the gaps between large ones. The first value of a buffer decides its size.
 */
final class BufferAssignment {

  /** The steps during which a buffer holds a value, or several values that overwrite each other. */
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
  }

  /** A buffer with the live ranges assigned to it, by their first steps; mutable. */
  private final class BufferSlot {

    private final BufferType type;
    private final NavigableMap<Integer, LiveRange> ranges = new TreeMap<>();

    /** The longest of the ranges, with which most others overlap. */
    private LiveRange longest;

    BufferSlot(LiveRange first) {
      type = new BufferType(first.storage, first.length);
      longest = first;
    }

    void add(LiveRange range) {
      ranges.put(range.first, range);
      if (range.last - range.first > longest.last - longest.first) {
        longest = range;
      }
    }

    /** Ranges in a buffer do not overlap, so the last steps have the order of the first steps. */
    boolean isFree(LiveRange range) {
      if (type.storage() != range.storage
          || (longest.first <= range.last && range.first <= longest.last)) {
        return false;
      }
      int start = schedule.start(range.first);
      for (var other : ranges.headMap(schedule.end(range.last), true).descendingMap().values()) {
        if (schedule.end(other.last) < start) {
          return true;
        }
        if (schedule.overlap(range.first, range.last, other.first, other.last)) {
          return false;
        }
      }
      return true;
    }
  }

  private final List<LiveRange> ranges = new ArrayList<>();
  private final Schedule schedule;

  /** No live ranges yet, of steps in this order. */
  BufferAssignment(Schedule schedule) {
    this.schedule = schedule;
  }

  /** {@return the number of a live range that begins at a step} */
  int begin(DType dtype, int length, int step) {
    ranges.add(new LiveRange(storage(dtype), length, step));
    return ranges.size() - 1;
  }

  /** Ends a live range after a step. */
  void end(int range, int step) {
    ranges.get(range).last = step;
  }

  /** {@return the buffers of all live ranges; none may be registered afterwards} */
  List<BufferType> share() {
    var slots = new ArrayList<BufferSlot>();
    var longestFirst = new ArrayList<>(ranges);
    longestFirst.sort(Comparator.comparingInt((LiveRange range) -> range.length).reversed());
    for (var range : longestFirst) {
      // Slots are sorted from large to small, so the last free one fits best.
      int slot = slots.size() - 1;
      while (slot >= 0 && !slots.get(slot).isFree(range)) {
        slot--;
      }
      if (slot < 0) {
        slot = slots.size();
        slots.add(new BufferSlot(range));
      }
      slots.get(slot).add(range);
      range.buffer = slot;
    }
    return slots.stream().map(slot -> slot.type).toList();
  }

  /** {@return the number of the buffer of a live range, once buffers are assigned} */
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
