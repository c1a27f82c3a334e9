package io.cambric.compile.memory;

import io.cambric.array.DType;
import io.cambric.compile.run.Program.BufferType;
import io.cambric.compile.run.Schedule;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;

/**
 * Buffer assignment: values whose live ranges do not overlap share a buffer. Callers first register
 * all live ranges. {@link #share} then assigns buffers, the largest values first; small values fill
 * the gaps between large ones. The first value of a buffer decides its size.
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

  /** The buffers whose elements Java stores in the same arrays. */
  private final class Pool {

    /** By step, the buffers that hold a value whose live range is not within one section. */
    private final StepSets outside = new StepSets(schedule.steps());

    /** By step, the buffers of live ranges within one section, for all steps of its region. */
    private final StepSets ofRegions = new StepSets(schedule.steps());

    /**
     * By step, the buffers of live ranges within one section, for the steps of the live range only.
     */
    private final StepSets ofSections = new StepSets(schedule.steps());

    /** Their numbers among all buffers, from large to small. */
    private final List<Integer> buffers = new ArrayList<>();

    /** Assigns a live range to the smallest free buffer, or to a new one. */
    void assign(LiveRange range, List<BufferType> types) {
      // Buffers are sorted from large to small, so the last free one fits best.
      int chosen = buffers.isEmpty() ? -1 : occupied(range).previousClearBit(buffers.size() - 1);
      if (chosen < 0) {
        chosen = buffers.size();
        buffers.add(types.size());
        types.add(new BufferType(range.storage, range.length));
      }
      range.buffer = buffers.get(chosen);
      int start = schedule.start(range.first);
      int end = schedule.end(range.last);
      if (schedule.areInOneSection(range.first, range.last)) {
        ofSections.add(range.first, range.last, chosen);
        ofRegions.add(start, end, chosen);
      } else {
        outside.add(start, end, chosen);
      }
    }

    /** {@return the buffers that hold a value at the same time as a live range} */
    private BitSet occupied(LiveRange range) {
      int start = schedule.start(range.first);
      int end = schedule.end(range.last);
      var occupied = new BitSet(buffers.size());
      ofRegions.addTo(occupied, start, end);
      if (schedule.areInOneSection(range.first, range.last)) {
        // Values of one section follow its order; values of other sections may be live at any time.
        var ofSection = new BitSet(buffers.size());
        int last = schedule.lastOfSection(range.first);
        ofSections.addTo(ofSection, schedule.firstOfSection(range.first), last);
        occupied.andNot(ofSection);
        ofSections.addTo(occupied, range.first, range.last);
      }
      outside.addTo(occupied, start, end);
      return occupied;
    }
  }

  private final List<LiveRange> ranges = new ArrayList<>();
  private final Schedule schedule;

  /** Starts without live ranges. */
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
    var types = new ArrayList<BufferType>();
    var pools = new EnumMap<DType, Pool>(DType.class);
    var longestFirst = new ArrayList<>(ranges);
    longestFirst.sort(Comparator.comparingInt((LiveRange range) -> range.length).reversed());
    for (var range : longestFirst) {
      pools.computeIfAbsent(range.storage, _ -> new Pool()).assign(range, types);
    }
    return types;
  }

  /** {@return the number of the buffer of a live range, once buffers are assigned} */
  int of(int range) {
    return ranges.get(range).buffer;
  }

  /** {@return the dtype of the Java array that stores elements of a dtype} */
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
