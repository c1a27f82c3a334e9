package io.cambric.compile.step;

import static io.cambric.testing.Staged.f32;
import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.compile.Compiler;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.NdArray;
import io.cambric.core.RunArguments;
import io.cambric.core.ShapedArray;
import io.cambric.testing.Seeds;
import io.cambric.testing.Staged;
import io.cambric.testing.TestArrays;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Chains of steps that run at the same time. The steps are read off printed programs. */
class ParallelSectionsTest {

  /** {@return an array times its sum: a reduction, then a loop} */
  private static Array timesSum(Array x) {
    return x.mul(x.sum());
  }

  private static Jaxpr ofEach(List<ShapedArray> avals, UnaryOperator<Array> function) {
    return Staged.of(avals, x -> x.stream().map(function).toList());
  }

  private static String regions(Jaxpr jaxpr) {
    return String.join(
        "\n",
        Compiler.program(jaxpr)
            .toText()
            .lines()
            .map(String::strip)
            .filter(line -> line.startsWith("steps "))
            .toList());
  }

  private static List<NdArray> arguments(List<ShapedArray> avals) {
    var random = Seeds.generator(5);
    return avals.stream()
        .map(aval -> TestArrays.whole(random, DType.F32, aval.shape(), 2))
        .toList();
  }

  private static void assertLikeEvaluation(Jaxpr jaxpr) {
    var arguments = arguments(jaxpr.inputAvals());
    var program = Compiler.program(jaxpr);
    var expected = TestArrays.exact(jaxpr.eval(arguments));
    for (int run = 0; run < 3; run++) {
      assertThat(TestArrays.exact(program.run(RunArguments.of(arguments)))).isEqualTo(expected);
    }
  }

  @Test
  void independent_chains_with_a_reduction_between_loops_run_at_the_same_time() {
    var jaxpr = ofEach(Collections.nCopies(8, f32(64, 64)), ParallelSectionsTest::timesSum);

    assertThat(regions(jaxpr)).isEqualTo("steps 0 to 15: 8 sections at the same time");
    assertLikeEvaluation(jaxpr);
  }

  @Test
  void chains_share_the_sections_whatever_their_shapes() {
    var avals =
        Stream.iterate(1, i -> i + 1).limit(40).map(i -> f32(64 + i, 50 + 3 * (i % 7))).toList();
    var jaxpr = ofEach(avals, ParallelSectionsTest::timesSum);

    assertThat(regions(jaxpr)).isEqualTo("steps 0 to 79: 32 sections at the same time");
    assertLikeEvaluation(jaxpr);
  }

  @Test
  void products_with_prologues_and_epilogues_are_part_of_a_chain() {
    var jaxpr = ofEach(Collections.nCopies(5, f32(40, 40)), x -> timesSum(x).matmul(x).exp());

    assertThat(regions(jaxpr)).isEqualTo("steps 0 to 9: 5 sections at the same time");
    assertThat(Compiler.program(jaxpr).toText())
        .contains("dot_general of loop[40, 40]", " then loop[40, 40]");
  }

  @Test
  void scalars_that_all_chains_read_precede_them() {
    var avals = new ArrayList<>(Collections.nCopies(6, f32(64, 64)));
    avals.add(f32());
    var jaxpr =
        Staged.of(
            avals,
            x -> {
              var rate = x.getLast().sqrt().exp();
              return x.subList(0, 6).stream().map(leaf -> timesSum(leaf).mul(rate)).toList();
            });

    assertThat(regions(jaxpr)).isEqualTo("steps 1 to 12: 6 sections at the same time");
  }

  @Test
  void a_norm_of_all_arrays_separates_the_steps_around_it() {
    var jaxpr =
        Staged.of(
            Collections.nCopies(8, f32(64, 64)),
            x -> {
              var sum = x.stream().map(Array::sum).reduce(Array::add).orElseThrow();
              return x.stream().map(leaf -> leaf.mul(sum)).toList();
            });

    assertThat(regions(jaxpr)).isEmpty();
    assertLikeEvaluation(jaxpr);
  }

  @Test
  void few_small_or_large_chains_run_one_after_the_other() {
    assertThat(regions(ofEach(Collections.nCopies(3, f32(64, 64)), ParallelSectionsTest::timesSum)))
        .isEmpty();
    assertThat(regions(ofEach(Collections.nCopies(8, f32(8, 8)), ParallelSectionsTest::timesSum)))
        .isEmpty();
    assertThat(
            regions(ofEach(Collections.nCopies(8, f32(513, 512)), ParallelSectionsTest::timesSum)))
        .isEmpty();
  }

  @Test
  void a_chain_that_would_keep_other_threads_waiting_uses_all_of_them() {
    var avals = new ArrayList<>(Collections.nCopies(8, f32(32, 64)));
    avals.add(f32(500, 500));
    var jaxpr = ofEach(avals, ParallelSectionsTest::timesSum);

    assertThat(regions(jaxpr)).isEqualTo("steps 0 to 15: 8 sections at the same time");
    assertLikeEvaluation(jaxpr);
  }

  @Test
  void temporary_values_share_memory_within_a_section_only() {
    UnaryOperator<Array> chain = x -> timesSum(timesSum(x.tanh()).sqrt().exp());

    var one = Compiler.program(ofEach(List.of(f32(64, 64)), chain)).temporaryBytes();
    var many = Compiler.program(ofEach(Collections.nCopies(320, f32(64, 64)), chain));

    assertThat(many.toText()).contains("32 sections at the same time");
    assertThat(many.temporaryBytes()).isEqualTo(32 * one);
  }

  @Test
  void a_donated_argument_is_not_overwritten_while_another_section_reads_it() {
    var shared = arguments(List.of(f32(64, 64))).getFirst();
    var leaves = arguments(Collections.nCopies(8, f32(64, 64)));
    var step =
        jit((Array common, List<Array> x) ->
                x.stream().map(leaf -> timesSum(leaf).add(common)).toList())
            .donate(0);
    List<Array> given = List.copyOf(leaves);

    assertThat(step.explain(shared, given))
        .contains("steps 0 to 15: 8 sections at the same time")
        .doesNotContain("over argument");
  }

  @Test
  void a_donated_argument_is_overwritten_by_the_only_section_that_reads_it() {
    List<Array> given = List.copyOf(arguments(Collections.nCopies(8, f32(64, 64))));
    var step =
        jit((List<Array> x) -> x.stream().map(ParallelSectionsTest::timesSum).toList()).donate(0);

    assertThat(step.explain(given).lines().filter(line -> line.contains("over argument")))
        .hasSize(8);
  }

  @Test
  void a_factor_of_a_product_that_is_read_after_the_sections_is_stored() {
    var jaxpr =
        Staged.of(
            Collections.nCopies(8, f32(64, 64)),
            x -> {
              var factors = x.stream().map(leaf -> timesSum(leaf).abs().add(1).pow(leaf)).toList();
              var products = IntStream.range(0, 8).mapToObj(i -> factors.get(i).matmul(x.get(i)));
              var total = products.map(Array::sum).reduce(Array::add).orElseThrow();
              return factors.stream().map(factor -> factor.add(total)).toList();
            });

    assertThat(regions(jaxpr)).contains("8 sections at the same time");
    assertLikeEvaluation(jaxpr);
  }
}
