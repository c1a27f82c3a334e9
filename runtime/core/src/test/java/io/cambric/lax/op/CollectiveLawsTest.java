package io.cambric.lax.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.MappedAxis;
import io.cambric.core.NdArray;
import io.cambric.core.Primitive.LinearOperand;
import io.cambric.core.ProgramCompiler;
import io.cambric.core.RunArguments;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.core.Workers;
import io.cambric.errors.MissingRuleException;
import io.cambric.interpreters.BatchTrace;
import io.cambric.interpreters.StagingTrace;
import io.cambric.lax.Lax;
import io.cambric.lax.op.CollectiveTable.Row;
import io.cambric.testing.Seeds;
import io.cambric.testing.TestArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The laws of operations between lanes: under vmap, on workers, and transposed. */
class CollectiveLawsTest {

  private static final MappedAxis AXIS = CollectiveTable.AXIS;

  static Stream<Arguments> rows() {
    return CollectiveTable.all().stream()
        .map(row -> Arguments.of(row.name(), Seeds.ofTest(row.name()), row));
  }

  /** {@return operands of all lanes along axis 0} */
  private static NdArray lanes(long seed, Shape lane) {
    return TestArrays.normal(Seeds.generator(seed), DType.F64, lane.insert(0, AXIS.size()));
  }

  private static Array overLanes(Function<Array, Array> function, Array lanes) {
    var out =
        BatchTrace.batch(
            AXIS,
            arguments -> List.of(function.apply(arguments.getFirst())),
            List.of(lanes),
            List.of(0));
    return Batching.toFront(AXIS, out.values().getFirst(), out.axes().getFirst());
  }

  private static double[][] rows(Array lanes) {
    var all = TestArrays.doubles(lanes);
    int size = all.length / AXIS.size();
    var rows = new double[AXIS.size()][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = Arrays.copyOfRange(all, i * size, (i + 1) * size);
    }
    return rows;
  }

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("rows")
  void over_mapped_lanes_it_is_what_a_loop_over_them_is(String name, long seed, Row row) {
    var x = lanes(seed, row.shape());
    var out = overLanes(lane -> Trace.bind(row.operation(), lane), x);

    assertThat(rows(out)).isDeepEqualTo(row.meaning().of(rows(x)));
    var aval = new ShapedArray(row.shape(), DType.F64);
    assertThat(out.shape().slice(1, out.rank()))
        .isEqualTo(row.operation().abstractEval(List.of(aval)).getFirst().shape());
  }

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("rows")
  void over_lanes_that_share_their_operand_it_is_the_same(String name, long seed, Row row) {
    var shared = TestArrays.normal(Seeds.generator(seed), DType.F64, row.shape());
    var out = overLanes(_ -> Trace.bind(row.operation(), shared), lanes(seed, Shape.scalar()));

    var copies = new double[AXIS.size()][];
    Arrays.fill(copies, TestArrays.doubles(shared));
    var expected = row.meaning().of(copies);
    for (int lane = 0; lane < expected.length; lane++) {
      assertThat(rows(out)[lane]).containsExactly(expected[lane], within(1e-12));
    }
  }

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("rows")
  void workers_that_meet_in_it_get_the_bits_of_vmap(String name, long seed, Row row) {
    var x = lanes(seed, row.shape());
    var aval = new ShapedArray(row.shape(), DType.F64);
    var program =
        StagingTrace.trace(
                "pmap", List.of(aval), arguments -> Trace.bind(row.operation(), arguments))
            .jaxpr();

    var results =
        Workers.run(
            AXIS,
            index -> ProgramCompiler.get().run(program, RunArguments.of(List.of(x.row(index)))));

    var expected = overLanes(lane -> Trace.bind(row.operation(), lane), x);
    for (int index = 0; index < AXIS.size(); index++) {
      assertThat(TestArrays.doubles(results.get(index).getFirst()))
          .containsExactly(rows(expected)[index]);
    }
  }

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("rows")
  void another_mapped_axis_goes_through_it(String name, long seed, Row row) {
    var other = new MappedAxis(2, "j");
    var shape = row.shape();
    var random = Seeds.generator(seed);
    for (int position = 0; position <= shape.rank(); position++) {
      var x =
          TestArrays.normal(
              random, DType.F64, shape.insert(position, other.size()).insert(0, AXIS.size()));
      int at = position;
      var out =
          overLanes(
              lane -> {
                var inner =
                    BatchTrace.batch(
                        other,
                        arguments -> Trace.bind(row.operation(), arguments),
                        List.of(lane),
                        List.of(at));
                return Batching.toFront(other, inner.values().getFirst(), inner.axes().getFirst());
              },
              x);
      for (int j = 0; j < other.size(); j++) {
        var slice = Lax.squeeze(Lax.sliceInDim(x, j, j + 1, 1, at + 1), Axes.of(at + 1));
        var expected = overLanes(lane -> Trace.bind(row.operation(), lane), slice);
        var got = Lax.squeeze(Lax.sliceInDim(out, j, j + 1, 1, 1), Axes.of(1));
        assertThat(TestArrays.doubles(got)).containsExactly(TestArrays.doubles(expected));
      }
    }
  }

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("rows")
  void its_transpose_moves_over_to_the_other_side_of_the_inner_product(
      String name, long seed, Row row) {
    var x = lanes(seed, row.shape());
    var aval = new ShapedArray(row.shape(), DType.F64);
    var result = row.operation().abstractEval(List.of(aval)).getFirst();
    var cotangents = lanes(seed + 1, result.shape());
    if (!row.differentiable()) {
      assertThatExceptionOfType(MissingRuleException.class)
          .isThrownBy(() -> overLanes(ct -> transposed(row, aval, ct), cotangents))
          .withMessage(
              "No jvp rule for primitive \"%s\", which forward or reverse differentiation reached. Apply stopGradient to its operand, or reduce an allGather."
                  .formatted(row.operation().name()));
      return;
    }
    var back = overLanes(ct -> transposed(row, aval, ct), cotangents);
    var out = overLanes(lane -> Trace.bind(row.operation(), lane), x);

    assertThat(TestArrays.inner(List.of(out), List.of(cotangents)))
        .isCloseTo(TestArrays.inner(List.of(x), List.of(back)), within(1e-12));
  }

  private static Array transposed(Row row, ShapedArray aval, Array cotangent) {
    var operands = List.<LinearOperand>of(new LinearOperand.Unknown(aval));
    var out =
        row.operation().transpose(new ArrayList<>(Collections.singletonList(cotangent)), operands);
    return Objects.requireNonNull(out.getFirst());
  }

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("rows")
  void its_tangent_goes_through_itself_or_is_refused(String name, long seed, Row row) {
    var x = lanes(seed, row.shape());
    var tangent = lanes(seed + 1, row.shape());
    Function<List<Array>, List<Array>> both =
        arguments -> {
          var out =
              row.operation()
                  .jvp(List.of(arguments.get(0)), new ArrayList<>(List.of(arguments.get(1))));
          return List.of(Objects.requireNonNull(out.tangents().getFirst()));
        };
    if (!row.differentiable()) {
      assertThatExceptionOfType(MissingRuleException.class)
          .isThrownBy(() -> BatchTrace.batch(AXIS, both, List.of(x, tangent), List.of(0, 0)));
      return;
    }
    var out = BatchTrace.batch(AXIS, both, List.of(x, tangent), List.of(0, 0));
    var expected = overLanes(lane -> Trace.bind(row.operation(), lane), tangent);

    assertThat(
            TestArrays.doubles(
                Batching.toFront(AXIS, out.values().getFirst(), out.axes().getFirst())))
        .containsExactly(TestArrays.doubles(expected));
  }

  @ParameterizedTest(name = "{0} seed={1}")
  @MethodSource("rows")
  void without_a_mapped_operand_an_unrelated_mapping_leaves_it_to_those_around(
      String name, long seed, Row row) {
    var x = lanes(seed, row.shape());
    var unrelated = new MappedAxis(2, "j");
    var out =
        overLanes(
            lane ->
                BatchTrace.batch(
                        unrelated,
                        _ -> Trace.bind(row.operation(), List.of(lane)),
                        List.of(),
                        List.of())
                    .values()
                    .getFirst(),
            x);

    assertThat(rows(out)).isDeepEqualTo(row.meaning().of(rows(x)));
  }
}
