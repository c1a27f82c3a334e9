package io.cambric.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.cambric.lax.Lax;
import io.cambric.numpy.Linalg;
import io.cambric.numpy.ScipyLinalg;
import io.cambric.numpy.Segments;
import io.cambric.testing.Sample;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class OperationsTest {

  /** Largest product of the sizes of a case that a test runs. */
  private static final long TINY = 200;

  private static final int SAMPLE = 40;

  /** Methods of {@link Lax} without a row, by the reason. */
  private static final Map<String, Set<String>> WITHOUT_A_ROW =
      Map.of(
          "gives shapes or descriptions, no arrays",
          Set.of(
              "convDimensionNumbers",
              "convGeneralPermutations",
              "convGeneralShapeTuple",
              "convShapeTuple",
              "convTransposeShapeTuple",
              "padtypeToPads",
              "reduceWindowShapeTuple"),
          "is a collective, which needs lanes or processes",
          Set.of(
              "allGather",
              "allToAll",
              "axisIndex",
              "axisSize",
              "pbroadcast",
              "pmax",
              "pmean",
              "pmin",
              "ppermute",
              "pshuffle",
              "psum",
              "psumScatter",
              "pswapaxes"),
          "fills an array with a constant, which the compiler makes beforehand",
          Set.of("empty", "full", "shapeAsValue", "zeros"));

  private static Set<String> methods(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> Modifier.isStatic(method.getModifiers()))
        .map(Method::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** {@return names without the module in front and the variant behind} */
  private static Set<String> rows(String module) {
    return Operations.all().stream()
        .map(Operation::name)
        .filter(name -> name.startsWith(module + "."))
        .map(name -> name.substring(module.length() + 1).replaceFirst(":.*", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void every_operation_of_lax_has_a_row_or_a_reason() {
    var exempt = WITHOUT_A_ROW.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    var needed = methods(Lax.class);
    assertThat(needed).as("exemptions").containsAll(exempt);
    needed.removeAll(exempt);
    assertThat(rows("lax")).isEqualTo(needed);
  }

  @Test
  void all_of_linalg_scipy_and_segments_have_rows() {
    assertThat(rows("linalg")).isEqualTo(methods(Linalg.class));
    assertThat(rows("scipy")).isEqualTo(methods(ScipyLinalg.class));
    assertThat(rows("segments")).isEqualTo(methods(Segments.class));
  }

  @Test
  void names_are_different_and_numpy_has_some_eighty() {
    assertThat(Operations.all()).extracting(Operation::name).doesNotHaveDuplicates();
    assertThat(rows("numpy")).hasSizeGreaterThan(80);
  }

  @Test
  void same_seed_draws_the_same_cases_and_another_seed_others() {
    assertThat(lines(Operations.draw(7))).isEqualTo(lines(Operations.draw(7)));
    assertThat(lines(Operations.draw(7))).isNotEqualTo(lines(Operations.draw(8)));
    assertThat(lines(ProductRows.draw(7))).isEqualTo(lines(ProductRows.draw(7))).hasSize(48);
    assertThat(lines(ProductRows.draw(7))).isNotEqualTo(lines(ProductRows.draw(8)));
  }

  private static List<String> lines(List<Case> cases) {
    return cases.stream().map(Case::text).toList();
  }

  @Test
  void line_of_a_case_gives_the_case_again() {
    assertThat(Operations.draw(11))
        .allSatisfy(one -> assertThat(Operations.parse(one.text())).isEqualTo(one));
    assertThat(ProductRows.draw(11))
        .allSatisfy(one -> assertThat(ProductRows.parse(one.text())).isEqualTo(one));
  }

  @Test
  void drawn_sizes_stay_in_their_ranges_and_below_the_product() {
    for (int seed = 0; seed < 20; seed++) {
      for (var one : Operations.draw(seed)) {
        double product =
            one.sizes().values().stream().mapToDouble(size -> size).reduce(1, (a, b) -> a * b);
        one.sizes()
            .forEach((letter, size) -> {
              var range = one.operation().ranges().get(letter);
              assertThat(size).as(one.text()).isBetween(range.low(), range.high());
            });
        double least =
            one.operation().ranges().values().stream()
                .mapToDouble(Spec.Range::low)
                .reduce(1, (a, b) -> a * b);
        assertThat(product).as(one.text()).isLessThanOrEqualTo(one.operation().most() * least);
      }
    }
  }

  @Test
  void sweep_draws_both_directions_all_dtypes_and_both_layouts() {
    var cases = Operations.draw(5);

    assertThat(cases).extracting(Case::gradient).contains(true, false);
    assertThat(cases).extracting(Case::strided).contains(true, false);
    assertThat(cases)
        .extracting(one -> one.dtype().shortName())
        .contains("f32", "f64", "bf16", "i32");
  }

  @TestFactory
  Stream<DynamicTest> case_in_tiny_sizes_runs() {
    long seed = Long.getLong("tests.seed", new Random().nextInt(1_000_000));
    var cases = Operations.draw(seed, TINY);
    return Sample.of("cases of ./run bench ops with -Dtests.seed=" + seed, cases, SAMPLE).stream()
        .map(OperationsTest::run);
  }

  private static DynamicTest run(Case one) {
    return dynamicTest(
        one.text(),
        () -> {
          var program = one.program();
          program.run();
          assertThat(program.bytes()).isPositive();
          assertThat(program.flops()).isNotNegative();
        });
  }

  @TestFactory
  Stream<DynamicTest> program_in_its_least_sizes_runs() {
    return Operations.draw(3, 1, Operations.programs()).stream().map(OperationsTest::run);
  }

  @Test
  void there_are_some_forty_programs_with_names_of_their_own() {
    assertThat(Operations.programs())
        .extracting(Operation::name)
        .doesNotHaveDuplicates()
        .allSatisfy(name -> assertThat(name).startsWith("users."))
        .hasSizeGreaterThan(38);
  }

  @Test
  void jax_has_each_program() throws IOException {
    var peer = Files.readString(Path.of("peers/programs.py"));

    assertThat(Operations.programs())
        .allSatisfy(program -> {
          var name = program.name().substring("users.".length());
          assertThat(peer).containsAnyOf("\"" + name + "\": ", "[\"users." + name + "\"]");
        });
  }

  @Test
  void line_of_a_program_gives_the_program_again() {
    assertThat(Operations.drawPrograms(11))
        .allSatisfy(one -> assertThat(Operations.parseProgram(one.text())).isEqualTo(one));
  }

  @Test
  void gradient_has_the_cotangents_of_floating_operands_alone() {
    // 8 x 4 numbers, their cotangents, and two ids of i32.
    assertThat(Operations.parse("numpy.take/grad f32 8 4 2").program().bytes())
        .isEqualTo(4.0 * (8 * 4 + 2 + 2 * 4 + 8 * 4));
  }

  @Test
  void product_counts_two_operations_for_each_multiplication() {
    assertThat(ProductRows.parse("product f32 3 4 5 6 0 1").program().flops())
        .isEqualTo(2.0 * 3 * 4 * 5 * 6);
  }

  @Test
  void peer_is_told_the_case_the_seconds_and_the_operands() {
    assertThat(Operations.parse("numpy.take/grad f64 500 8 20").question("0.2"))
        .isEqualTo("numpy.take/grad f64 500 8 20\t0.2\tf64[500,8] normal\ti32[20] ids 500");
    assertThat(ProductRows.parse("product f32 1 4 5 6 1 0").question("0.0"))
        .isEqualTo("product f32 1 4 5 6 1 0\t0.0\tf32[6,4] normal\tf32[6,5] normal");
  }

  @Test
  void line_that_is_no_case_is_answered_with_what_a_case_needs() {
    refused("lax.expp f32 1 2", "there is no operation \"lax.expp\"");
    refused("lax.exp/strided/twice f32 1 2", "only /grad and /strided can follow the name");
    refused("lax.floor/grad f32 1 2", "lax.floor has no gradient here");
    refused("lax.qr/strided f32 1 2", "lax.qr has no strided operands here");
    refused("lax.exp f32 1", "lax.exp needs a dtype and the sizes a b");
    refused("lax.exp i32 1 2", "lax.exp has cases in f32, f64, bf16");
    refused("lax.abs/grad i32 1 2", "a gradient needs a floating dtype");
    refused("lax.exp f32 1 x", "size b needs a whole number, but got \"x\"");
  }

  private static void refused(String line, String problem) {
    assertThatThrownBy(() -> Operations.parse(line))
        .hasMessage("\"%s\" is no case: %s.".formatted(line, problem));
  }
}
