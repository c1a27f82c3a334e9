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
  private static final class Stay {

    private final DType storage;
    private final int length;
    private final int first;
    private int last = Integer.MAX_VALUE;
    private int buffer;

    Stay(DType storage, int length, int first) {
      this.storage = storage;
      this.length = length;
      this.first = first;
    }

    boolean meets(Stay other) {
      return first <= other.last && other.first <= last;
    }
  }

  /** A buffer with those that stay in it. */
  private record Room(BufferType type, List<Stay> stays) {

    boolean isFreeFor(Stay stay) {
      return type.storage() == stay.storage && stays.stream().noneMatch(stay::meets);
    }
  }

  private final List<Stay> stays = new ArrayList<>();

  /** {@return the number of a stay that begins with a step} */
  int begin(DType dtype, int length, int step) {
    stays.add(new Stay(storage(dtype), length, step));
    return stays.size() - 1;
  }

  /** Ends a stay after a step. */
  void end(int stay, int step) {
    stays.get(stay).last = step;
  }

  /** {@return the buffers that all stays need, which are known by then} */
  List<BufferType> share() {
    var rooms = new ArrayList<Room>();
    var longestFirst = new ArrayList<>(stays);
    longestFirst.sort(Comparator.comparingInt((Stay stay) -> stay.length).reversed());
    for (var stay : longestFirst) {
      // Later rooms are smaller: the last that is free fits best.
      stay.buffer =
          IntStream.range(0, rooms.size())
              .filter(room -> rooms.get(room).isFreeFor(stay))
              .max()
              .orElse(rooms.size());
      if (stay.buffer == rooms.size()) {
        rooms.add(new Room(new BufferType(stay.storage, stay.length), new ArrayList<>()));
      }
      rooms.get(stay.buffer).stays.add(stay);
    }
    return rooms.stream().map(Room::type).toList();
  }

  /** {@return the number of the buffer of a stay, once buffers are shared} */
  int of(int stay) {
    return stays.get(stay).buffer;
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
