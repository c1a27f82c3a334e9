package io.cambric.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import io.cambric.programs.ProgramKind.Derivatives;
import io.cambric.programs.ProgramKind.Values;
import io.cambric.testing.Seeds;
import io.cambric.testing.TestArrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RandomProgramTest {

  static LongStream seeds() {
    return Seeds.of(50);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void one_seed_gives_one_program_of_whole_numbers(long seed) {
    var once = RandomProgram.ofWholeNumbers(seed);
    var again = RandomProgram.ofWholeNumbers(seed);

    assertThat(again.jaxpr().toText()).isEqualTo(once.jaxpr().toText());
    assertThat(TestArrays.exact(again.arguments())).isEqualTo(TestArrays.exact(once.arguments()));
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void results_of_whole_numbers_are_whole_at_all_arguments(long seed) {
    var random = RandomProgram.ofWholeNumbers(seed);

    for (var arguments : List.of(random.arguments(), random.otherArguments(seed + 1))) {
      for (var result : random.jaxpr().eval(arguments)) {
        for (double element : TestArrays.doubles(result)) {
          assertThat(element).as(random::toString).isEqualTo(Math.rint(element));
        }
      }
    }
  }

  @Test
  void arguments_that_are_kept_stay_and_others_change() {
    var random = RandomProgram.mappable(3);

    var others = random.otherArguments(7, i -> i == random.arguments().size() - 1);

    assertThat(others.getLast()).isSameAs(random.arguments().getLast());
    assertThat(TestArrays.exact(others)).isNotEqualTo(TestArrays.exact(random.arguments()));
  }

  @Test
  void programs_of_whole_numbers_have_every_operation_and_arrays_of_several_blocks() {
    var kind = new ProgramKind(Values.WHOLE, Derivatives.BOTH);
    var drawn = new TreeSet<String>();
    int largest = 0;
    for (long seed = 0; seed < 100; seed++) {
      var sample = Sample.of(kind, seed);
      sample.program().forEach(operation -> drawn.add(operation.row()));
      for (var argument : sample.arguments()) {
        largest = Math.max(largest, argument.size());
      }
    }

    assertThat(drawn).containsAll(rows(WholeSteps.operations()));
    assertThat(drawn).containsAll(rows(WholeSteps.transformations()));
    assertThat(largest).isGreaterThan(2000);
  }

  private static List<String> rows(List<StepGenerator> generators) {
    return generators.stream().map(StepGenerator::row).toList();
  }

  @Test
  void a_step_is_exact_where_results_are_whole_and_sums_of_magnitudes_are_small() {
    assertThat(isExact(Lax::neg, 1024, -1024)).isTrue();
    assertThat(isExact(Lax::neg, 1025)).isFalse();
    assertThat(isExact(x -> Lax.mul(x, TestArrays.scalar(0.5)), 3)).isFalse();
    assertThat(isExact(RandomProgramTest::scaledSum, 1, -1)).isTrue();
    // The sum is zero, but its parts are not exact in f32.
    assertThat(isExact(RandomProgramTest::scaledSum, 8, -8)).isFalse();
  }

  private static Array scaledSum(Array x) {
    return Lax.mul(x, TestArrays.scalar(1 << 18)).sum();
  }

  private static boolean isExact(UnaryOperator<Array> function, float... values) {
    NdArray x = TestArrays.vector(values);
    var operation =
        new Operation.Leaf("test", "test", Set.of(), v -> List.of(function.apply(v.getFirst())));
    return WholeNumbers.isExact(operation, List.of(x), operation.apply(List.of(x)));
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void a_gradient_has_the_types_of_the_floating_arguments(long seed) {
    var random = RandomProgram.gradient(seed);
    var sample = Sample.of(new ProgramKind(Values.SMOOTH, Derivatives.REVERSE), seed);

    assertThat(random.jaxpr().eval(random.arguments()))
        .extracting(Array::aval)
        .isEqualTo(Smooth.of(sample).primals().stream().map(NdArray::aval).toList());
  }
}
