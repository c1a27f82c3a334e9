package io.cambric.lax.op;

import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.thread.Threads;
import io.cambric.lax.dims.GatherDims;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.dims.ScatterKind;
import io.cambric.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random gathers and scatters of every dtype and mode agree with the definition, element by
 * element: on operands in any order in memory, and on any number of threads.
 */
class IndexedPlacesPropertyTest {

  private static final List<DType> INDICES =
      List.of(DType.I32, DType.I64, DType.U32, DType.I8, DType.U8);

  static LongStream seeds() {
    return Seeds.of(300);
  }

  /** A gather, and the scatter that goes back. */
  private record Sample(
      GatherDims dims,
      Shape sizes,
      GatherMode mode,
      NdArray operand,
      NdArray indices,
      NdArray updates) {

    static Sample of(long seed) {
      var random = Seeds.generator(seed);
      boolean large = random.nextInt(8) == 0;
      int rank = random.nextInt(1, 4);
      int lanes = random.nextInt(Math.min(rank, 2));
      var mode = GatherMode.values()[random.nextInt(GatherMode.values().length)];
      var axes = new ArrayList<>(IntStream.range(0, rank).boxed().toList());
      Collections.shuffle(axes, new Random(seed));
      int[] dims = new int[rank];
      Arrays.setAll(dims, _ -> random.nextInt(1, large ? 60 : 7));
      var laneAxes = axes.subList(0, lanes);
      var others = axes.subList(lanes, rank);
      int count = random.nextInt(1, others.size() + 1);
      var indexed = List.copyOf(others.subList(0, count));
      int[] sizes = dims.clone();
      var collapsed = new ArrayList<Integer>();
      for (int axis : others) {
        boolean isIndexed = indexed.contains(axis);
        boolean single = mode == GatherMode.WRAP || random.nextInt(3) > 0;
        sizes[axis] =
            isIndexed && single ? 1 : isIndexed ? random.nextInt(1, dims[axis] + 1) : dims[axis];
        if (isIndexed && sizes[axis] == 1 && random.nextInt(4) > 0) {
          collapsed.add(axis);
        }
      }
      laneAxes.forEach(axis -> sizes[axis] = 1);
      Collections.sort(collapsed);
      int listRank = random.nextInt(Math.max(lanes, 1), 3);
      int[] list = new int[listRank];
      Arrays.setAll(list, _ -> random.nextInt(1, large ? 40 : 6));
      var laneOfList = new ArrayList<Integer>();
      for (int i = 0; i < lanes; i++) {
        laneOfList.add(random.nextInt(listRank));
        list[laneOfList.get(i)] = dims[laneAxes.get(i)];
      }
      int window = rank - lanes - collapsed.size();
      var places = new ArrayList<>(IntStream.range(0, listRank + window).boxed().toList());
      Collections.shuffle(places, new Random(seed + 1));
      var offsets = new ArrayList<>(places.subList(0, window));
      Collections.sort(offsets);
      var gather =
          new GatherDims(
              axes(offsets), axes(collapsed), axes(indexed), axes(laneAxes), axes(laneOfList));
      var dtype = DType.values()[random.nextInt(DType.values().length)];
      var indexType = INDICES.get(random.nextInt(INDICES.size()));
      var listShape = Shape.of(list).concat(Shape.of(count));
      var shape = Shape.of(sizes).select(gather.windowAxes(rank));
      return new Sample(
          gather,
          Shape.of(sizes),
          mode,
          numbers(random, dtype, Shape.of(dims), -3, 4),
          numbers(random, indexType, listShape, -2, large ? 60 : 8),
          numbers(
              random, dtype, IndexedShapes.result(listShape, shape, gather.offsetDims()), -3, 4));
    }

    private static Axes axes(List<Integer> axes) {
      return Axes.of(axes.stream().mapToInt(each -> each).toArray());
    }

    private static NdArray numbers(
        RandomGenerator random, DType dtype, Shape shape, int from, int to) {
      var buffer = Buffer.allocate(dtype, shape.size());
      boolean signed = dtype.isFloating() || dtype.kind() == DType.Kind.SIGNED;
      for (int i = 0; i < buffer.length(); i++) {
        buffer.setLong(i, random.nextInt(signed ? from : 0, to));
      }
      return NdArray.of(new ShapedArray(shape, dtype), buffer);
    }

    Array gather(Array x) {
      return IndexOps.gather(x, indices, dims, sizes, mode, 5.0);
    }

    Array scatter(ScatterKind kind, Array x, Array news) {
      return IndexOps.scatter(kind, x, indices, news, dims.toScatter(), mode, false);
    }

    /** {@return for each element of the gathered windows its place in the operand, or -1} */
    int[] places() {
      var result = updates.shape();
      int[] places = new int[result.size()];
      int[] strides = result.strides();
      for (int i = 0; i < places.length; i++) {
        int[] index = new int[result.rank()];
        for (int axis = 0; axis < index.length; axis++) {
          index[axis] = i / strides[axis] % result.dim(axis);
        }
        places[i] = place(index);
      }
      return places;
    }

    private int place(int[] index) {
      var ofList = dims.offsetDims().complement(index.length);
      int row = 0;
      for (int i = 0; i < ofList.size(); i++) {
        row = row * indices.dim(i) + index[ofList.get(i)];
      }
      int rank = operand.rank();
      int[] at = new int[rank];
      int count = dims.startIndexMap().size();
      for (int k = 0; k < count; k++) {
        int axis = dims.startIndexMap().get(k);
        int last = operand.dim(axis) - sizes.dim(axis);
        long start = indices.getLong(row * count + k);
        if (mode == GatherMode.CLIP) {
          start = Math.clamp(start, 0, last);
        } else if (mode == GatherMode.WRAP) {
          start = Math.floorMod(start, (long) operand.dim(axis));
        }
        if (start < 0 || start > last) {
          return -1;
        }
        at[axis] = (int) start;
      }
      for (int i = 0; i < dims.operandBatchingDims().size(); i++) {
        int lane = index[ofList.get(dims.startIndicesBatchingDims().get(i))];
        at[dims.operandBatchingDims().get(i)] = lane;
      }
      var window = dims.windowAxes(rank);
      for (int i = 0; i < window.size(); i++) {
        at[window.get(i)] += index[dims.offsetDims().get(i)];
      }
      int place = 0;
      for (int axis = 0; axis < rank; axis++) {
        place = place * operand.dim(axis) + at[axis];
      }
      return place;
    }

    /** {@return whether promised windows are inside} */
    boolean keepsItsPromise() {
      return mode != GatherMode.PROMISE_IN_BOUNDS
          || Arrays.stream(places()).noneMatch(at -> at < 0);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void gather_reads_the_elements_that_the_definition_names(long seed) {
    var sample = Sample.of(seed);
    if (!sample.keepsItsPromise()) {
      return;
    }
    int[] places = sample.places();
    var expected = Buffer.allocate(sample.operand.dtype(), places.length);
    for (int i = 0; i < places.length; i++) {
      if (places[i] < 0) {
        expected.setDouble(i, 5);
      } else {
        expected.copyFrom(i, sample.operand.buffer(), sample.operand.offset() + places[i], 1);
      }
    }

    assertElements(sample.gather(sample.operand), expected);
    assertElements(reordered(sample::gather, sample.operand), expected);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void scatter_combines_elements_with_their_updates_in_order(long seed) {
    var sample = Sample.of(seed);
    if (!sample.keepsItsPromise()) {
      return;
    }
    int[] places = sample.places();
    for (var kind : ScatterKind.values()) {
      boolean arithmetic = kind == ScatterKind.ADD || kind == ScatterKind.MUL;
      if (arithmetic && sample.operand.dtype() == DType.BOOL) {
        continue;
      }
      var expected = sample.operand.buffer().copyOf(0, sample.operand.size());
      for (int i = 0; i < places.length; i++) {
        if (places[i] >= 0) {
          double old = expected.getDouble(places[i]);
          double update = sample.updates.getDouble(i);
          store(expected, places[i], combined(kind, old, update));
        }
      }

      assertElements(sample.scatter(kind, sample.operand, sample.updates), expected);
      assertElements(
          reordered(x -> sample.scatter(kind, sample.operand, x), sample.updates), expected);
      Threads.with(
          3, () -> assertElements(sample.scatter(kind, sample.operand, sample.updates), expected));
    }
  }

  /** {@return a function of an array that has its axes reversed in memory} */
  private static Array reordered(UnaryOperator<Array> function, NdArray x) {
    int last = x.rank() - 1;
    var axes = Axes.of(IntStream.rangeClosed(0, last).map(axis -> last - axis).toArray());
    var transposed = ShapeOps.transpose(x, axes);
    return jit(each -> function.apply(ShapeOps.transpose(each, axes))).apply(transposed);
  }

  private static double combined(ScatterKind kind, double old, double update) {
    return switch (kind) {
      case SET -> update;
      case ADD -> old + update;
      case MUL -> old * update;
      case MIN -> Math.min(old, update);
      case MAX -> Math.max(old, update);
    };
  }

  /** Stores a value, whose bits wrap in an integer. */
  private static void store(Buffer buffer, int i, double value) {
    if (buffer.dtype().isFloating()) {
      buffer.setDouble(i, value);
    } else {
      buffer.setLong(i, (long) value);
    }
  }

  private static void assertElements(Array actual, Buffer expected) {
    var found = actual.concrete("the test");
    assertThat(found.dtype()).isEqualTo(expected.dtype());
    assertThat(found.buffer().copyOf(found.offset(), found.size()).storage())
        .isEqualTo(expected.storage());
  }
}
