package io.cambric.compile;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.RunArguments;
import io.cambric.programs.RandomProgram;
import io.cambric.testing.Seeds;
import io.cambric.testing.TestArrays;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Invariants of compilation, on random programs whose values are exact in every order of
 * evaluation.
 */
class CompilerPropertyTest {

  static LongStream seeds() {
    return Seeds.of(300);
  }

  static LongStream manySeeds() {
    return LongStream.range(300, 20_000);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void compiled_programs_equal_evaluation(long seed) {
    check(RandomProgram.ofWholeNumbers(seed));
  }

  @Tag("long")
  @ParameterizedTest(name = "seed={0}")
  @MethodSource("manySeeds")
  void many_more_compiled_programs_equal_evaluation(long seed) {
    check(RandomProgram.ofWholeNumbers(seed));
  }

  private static void check(RandomProgram random) {
    var program = Compiler.program(random.jaxpr());
    var before = TestArrays.exact(random.arguments());

    var results = program.run(RunArguments.of(random.arguments()));

    assertThat(TestArrays.exact(results))
        .as(() -> random + "\n" + random.jaxpr() + "\n" + program.toText())
        .isEqualTo(evaluated(random, random.arguments()));
    assertThat(TestArrays.exact(random.arguments())).isEqualTo(before);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void results_are_unchanged_when_the_program_runs_again(long seed) {
    var random = RandomProgram.ofWholeNumbers(seed);
    var program = Compiler.program(random.jaxpr());
    var others = random.otherArguments(seed + 1);
    var first = program.run(RunArguments.of(random.arguments()));
    var expected = TestArrays.exact(first);

    var second = program.run(RunArguments.of(others));
    var third = program.run(RunArguments.of(random.arguments()));

    assertThat(TestArrays.exact(first)).isEqualTo(expected);
    assertThat(TestArrays.exact(second)).isEqualTo(evaluated(random, others));
    assertThat(TestArrays.exact(third)).isEqualTo(expected);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void optimised_programs_equal_the_original_when_evaluated_op_by_op(long seed) {
    var random = RandomProgram.ofWholeNumbers(seed);

    var optimised = Compiler.optimise(random.jaxpr());

    assertThat(elements(optimised.eval(random.arguments())))
        .as(() -> random.jaxpr() + "\n" + optimised)
        .isEqualTo(elements(random.jaxpr().eval(random.arguments())));
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("fewSeeds")
  void a_program_may_run_in_several_threads_at_once(long seed) throws Exception {
    var random = RandomProgram.ofWholeNumbers(seed);
    var program = Compiler.program(random.jaxpr());
    var tasks = new ArrayList<Callable<List<String>>>();
    var expected = new ArrayList<List<String>>();
    for (int i = 0; i < 8; i++) {
      var arguments = random.otherArguments(seed * 100 + i);
      expected.add(evaluated(random, arguments));
      tasks.add(() -> {
        List<String> last = List.of();
        for (int repeat = 0; repeat < 20; repeat++) {
          last = TestArrays.exact(program.run(RunArguments.of(arguments)));
        }
        return last;
      });
    }
    try (var pool = Executors.newFixedThreadPool(4)) {
      var futures = pool.invokeAll(tasks);
      for (int i = 0; i < futures.size(); i++) {
        assertThat(futures.get(i).get()).isEqualTo(expected.get(i));
      }
    }
  }

  static LongStream fewSeeds() {
    return Seeds.of(20);
  }

  private static List<String> evaluated(RandomProgram random, List<NdArray> arguments) {
    return TestArrays.exact(random.jaxpr().eval(arguments));
  }

  /** Elements without the weak flag, which passes may drop until the program returns. */
  private static List<String> elements(List<Array> arrays) {
    return TestArrays.exact(arrays).stream().map(text -> text.replace("*", "")).toList();
  }
}
