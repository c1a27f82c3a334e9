package io.cambric.kernels.simd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.compile.Compiler;
import io.cambric.core.Array;
import io.cambric.core.KernelRegistry;
import io.cambric.core.NdArray;
import io.cambric.core.RunArguments;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.lax.Lax;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.programs.RandomProgram;
import io.cambric.testing.KernelOperands;
import io.cambric.testing.Seeds;
import io.cambric.testing.TestArrays;
import io.cambric.transform.ScanOptions;
import io.cambric.transform.Transforms;
import io.cambric.transform.result.Carry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A program that has run often, and then has straight code, gives the bits of its first run. */
class RepeatedProgramsTest {

  private static final int RUNS = 40;

  static LongStream seeds() {
    return Seeds.of(150);
  }

  @Test
  void these_kernels_are_those_of_programs_here() {
    assumeTheseKernelsAreChosen();
    assertThat(KernelRegistry.kernels().takesStraightCode()).isTrue();
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void a_program_has_the_same_bits_at_its_last_run_as_at_its_first(long seed) {
    check(RandomProgram.mappable(seed));
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void a_gradient_has_the_same_bits_at_its_last_run_as_at_its_first(long seed) {
    check(RandomProgram.gradient(seed));
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void a_product_has_the_same_bits_in_straight_code_and_in_kernels(long seed) {
    var random = new java.util.Random(seed);
    int rows = random.nextInt(1, 12);
    int columns = random.nextInt(1, 12);
    int inner = random.nextInt(1, 1 + 3600 / rows / columns);
    boolean[] isTransposed = {random.nextBoolean(), random.nextBoolean()};
    var x = array(isTransposed[0] ? inner : rows, isTransposed[0] ? rows : inner, random);
    var y = array(isTransposed[1] ? columns : inner, isTransposed[1] ? inner : columns, random);
    var product =
        Transforms.jit((Array a, Array b) ->
            (isTransposed[0] ? Numpy.transpose(a) : a)
                .matmul(isTransposed[1] ? Numpy.transpose(b) : b)
                .add(1));
    check(
        () -> List.of(product.apply(x, y)),
        "%d x %d x %d, transposed: %s"
            .formatted(rows, inner, columns, Arrays.toString(isTransposed)));
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void a_block_with_a_computed_place_has_the_same_bits_in_straight_code(long seed) {
    var random = new java.util.Random(seed);
    int rank = random.nextInt(1, 4);
    int[] dims = random.ints(rank, 1, 6).toArray();
    int[] block = Arrays.stream(dims).map(dim -> random.nextInt(1, dim + 1)).toArray();
    var dtype = List.of(DType.F32, DType.F64, DType.I32, DType.BOOL).get(random.nextInt(4));
    var x = Random.normal(Key.of(seed), Shape.of(dims)).mul(3).astype(dtype);
    var y = Random.normal(Key.of(-seed), Shape.of(block)).mul(3).astype(dtype);
    // Places outside are moved inside, or nothing is written there.
    var starts = new ArrayList<Array>();
    for (int i = 0; i < rank; i++) {
      starts.add(Numpy.scalar(random.nextInt(-3, 8)));
    }
    boolean isTransposed = random.nextBoolean();
    int[] sizes =
        IntStream.range(0, rank).map(i -> block[isTransposed ? rank - 1 - i : i]).toArray();
    var program =
        Transforms.jit((List<Array> all) -> {
          var places = all.subList(2, all.size()).stream().map(place -> place.add(1)).toList();
          var from = isTransposed ? Numpy.transpose(all.get(0)) : all.get(0);
          var row = all.get(0).get("0");
          return List.of(
              Lax.dynamicSlice(from, places, Shape.of(sizes)),
              Lax.dynamicUpdateSlice(all.get(0), all.get(1), places),
              all.get(0).at("{}", places.getFirst()).set(row),
              // Computed memory, which an update may overwrite.
              Lax.dynamicUpdateSlice(Numpy.flip(all.get(0)), all.get(1), places));
        });
    var all = new ArrayList<>(List.of(x, y));
    all.addAll(starts);
    check(
        () -> program.apply(all),
        "%s %s at %s".formatted(Arrays.toString(dims), Arrays.toString(block), starts));
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void a_padded_array_has_the_same_bits_in_straight_code(long seed) {
    var random = new java.util.Random(seed);
    int rank = random.nextInt(1, 4);
    int[] dims = random.ints(rank, 1, 5).toArray();
    int[] low = random.ints(rank, -2, 3).toArray();
    int[] interior = random.ints(rank, 0, 3).toArray();
    int[] high =
        IntStream.range(0, rank)
            .map(i -> random.nextInt(Math.max(-2, 1 - low[i] - dims[i]), 4))
            .toArray();
    boolean isTransposed = random.nextBoolean();
    var x = Random.normal(Key.of(seed), Shape.of(dims));
    var program =
        Transforms.jit((Array a) -> {
          var from = isTransposed ? Numpy.transpose(Numpy.transpose(a).add(1)) : a.add(1);
          return Lax.pad(from, a.sum(), Axes.of(low), Axes.of(high), Axes.of(interior)).mul(2);
        });
    check(
        () -> List.of(program.apply(x)),
        "%s by %s".formatted(Arrays.toString(dims), Arrays.toString(low)));
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void a_search_finds_the_same_index_in_straight_code(long seed) {
    var random = new java.util.Random(seed);
    int[] dims = random.ints(random.nextInt(1, 4), 1, 6).toArray();
    var dtype = List.of(DType.F32, DType.F64, DType.I32).get(random.nextInt(3));
    double[] choices = {0, -0.0, 1, -2, dtype.isFloating() ? Double.NaN : 3};
    double[] values = new double[Shape.of(dims).size()];
    Arrays.setAll(values, _ -> choices[random.nextInt(choices.length)]);
    var x = Numpy.array(values).reshape(dims).astype(dtype);
    int axis = random.nextInt(dims.length);
    var search = Transforms.jit((Array a) -> List.of(Numpy.argmax(a, axis), Numpy.argmin(a, axis)));
    check(
        () -> search.apply(x),
        "%s along %d: %s".formatted(Arrays.toString(dims), axis, Arrays.toString(values)));
  }

  @Test
  void a_step_that_reads_and_writes_at_computed_places_is_one_straight_code() {
    assumeTheseKernelsAreChosen();
    var loop =
        Transforms.jit((Array x) ->
            Transforms.foriLoop(
                1,
                20,
                (i, y) -> y.at("{}", i).set(y.get("{}", i.sub(1)).mul(0.5).add(x)),
                Numpy.zeros(20, 3)));
    assertThat(loop.lower(Numpy.ones(3)).explain()).contains("steps 0 to 4: straight code");
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void a_scan_has_the_same_bits_when_its_iterations_repeat(long seed) {
    var random = new java.util.Random(seed);
    int length = random.nextInt(1, 40);
    int width = random.nextInt(1, 12);
    int carries = random.nextInt(1, 4);
    int[] sources = random.ints(carries, 0, carries).toArray();
    boolean[] isComputed = new boolean[carries];
    for (int i = 0; i < carries; i++) {
      isComputed[i] = random.nextInt(3) > 0;
    }
    int kind = random.nextInt(4);
    var options =
        ScanOptions.DEFAULT.withReverse(random.nextBoolean()).withUnroll(random.nextInt(1, 3));
    var scan =
        Transforms.jit((List<Array> start, Array rows) ->
            Transforms.scan(
                (List<Array> carry, Array row) -> {
                  var next = new ArrayList<Array>();
                  for (int i = 0; i < carries; i++) {
                    var other = carry.get(sources[i]);
                    next.add(isComputed[i] ? other.mul(0.5).add(row) : other);
                  }
                  return new Carry<>(next, output(kind, carry, next, row));
                },
                start,
                rows,
                options));
    var start = new ArrayList<Array>();
    for (int i = 0; i < carries; i++) {
      start.add(array(1, width, random).reshape(width));
    }
    var rows = array(length, width, random);
    check(
        () -> {
          var result = scan.apply(start, rows);
          var all = new ArrayList<>(result.carry());
          all.add(result.output());
          return all;
        },
        "%d iterations, sources %s, output %d".formatted(length, Arrays.toString(sources), kind));
  }

  /** {@return a stacked output: a new carry, an old one, a row, or the sum of two} */
  private static Array output(int kind, List<Array> carry, List<Array> next, Array row) {
    return switch (kind) {
      case 0 -> next.getFirst();
      case 1 -> carry.getLast();
      case 2 -> row;
      default -> carry.getFirst().add(next.getLast());
    };
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void a_loop_with_a_condition_has_the_same_bits_when_its_iterations_repeat(long seed) {
    var random = new java.util.Random(seed);
    int length = random.nextInt(0, 40);
    int width = random.nextInt(1, 12);
    boolean isSwapped = random.nextBoolean();
    var loop =
        Transforms.jit((Array count, Array x, Array y) ->
            Transforms.whileLoop(
                (List<Array> carry) -> carry.get(0).lt(Numpy.scalar(length)),
                carry -> {
                  var a = carry.get(1);
                  var b = carry.get(2);
                  var sum = a.mul(0.5).add(b);
                  return List.of(carry.get(0).add(1), isSwapped ? b : sum, isSwapped ? sum : b);
                },
                List.of(count, x, y)));
    var count = Numpy.scalar(0);
    var x = array(1, width, random);
    var y = array(1, width, random);
    check(() -> loop.apply(count, x, y), "%d iterations, swapped: %s".formatted(length, isSwapped));
  }

  @Test
  void a_program_of_thousands_of_small_steps_has_the_same_bits_at_its_last_run() {
    assumeTheseKernelsAreChosen();
    var program =
        Transforms.jit((Array x) -> {
          var y = x;
          for (int i = 0; i < 1500; i++) {
            // Sums of columns become a column, so that a loop holds one step alone.
            y = y.sum(0).mul(0.3).expandDims(1).add(y).mul(0.5).cos();
          }
          return y;
        });
    var x = array(3, 3, new java.util.Random(1));
    float[] first = program.apply(x).toFloats();

    for (int run = 2; run < RUNS; run++) {
      program.apply(x);
    }

    assertThat(program.lower(x).explain()).contains(": straight code");
    assertThat(program.apply(x).toFloats()).isEqualTo(first);
  }

  private static void assumeTheseKernelsAreChosen() {
    assumeThat(Species.LANES).as("lanes that kernels are chosen for").isGreaterThanOrEqualTo(4);
  }

  private static Array array(int rows, int columns, java.util.Random random) {
    return NdArray.of(Shape.of(rows, columns), KernelOperands.floats(rows * columns, random));
  }

  private static void check(RandomProgram random) {
    var program = Compiler.program(random.jaxpr());
    check(() -> program.run(RunArguments.of(random.arguments())), random + "\n" + program.toText());
  }

  /** Compares the last of many runs of a program with its first. */
  private static void check(Supplier<? extends List<? extends Array>> program, String description) {
    var first = TestArrays.exact(program.get());

    for (int run = 2; run < RUNS; run++) {
      program.get();
    }

    assertThat(TestArrays.exact(program.get())).as(description).isEqualTo(first);
  }
}
