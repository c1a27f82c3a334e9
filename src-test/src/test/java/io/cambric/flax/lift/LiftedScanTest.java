package io.cambric.flax.lift;

import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.module.ApplyOptions.rng;
import static io.cambric.module.ModuleScope.makeRng;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ImmutableCollectionException;
import io.cambric.errors.LoopDependenceException;
import io.cambric.errors.ShapeException;
import io.cambric.module.Lift;
import io.cambric.module.ModuleScope;
import io.cambric.nn.Dense;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.ScanLift;
import io.cambric.transform.result.Carry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Loops over modules, as of {@code nn.scan}. */
class LiftedScanTest {

  private static final Key KEY = Key.of(0);
  private static final Array C = Numpy.ones(4);
  private static final Array XS = Numpy.ones(3, 4);

  @Test
  void the_first_argument_is_carried_and_outputs_are_stacked() {
    var loop = LoopBody.of().scan().variableBroadcast("params").shareRngs("params");
    var variables = loop.init(KEY, C, XS);
    var result = loop.apply(variables, C, XS);
    assertThat(result.output().shape()).isEqualTo(Shape.of(3, 4));
    assertThat(result.carry().toFloats()).isEqualTo(result.output().get(2).toFloats());
  }

  @Test
  void a_shared_variable_may_be_made_in_the_body() {
    var loop = LoopBody.of().scan().variableBroadcast("params").shareRngs("params");
    assertThat(loop.init(KEY, C, XS).params().get("Dense_0", "kernel").shape())
        .isEqualTo(Shape.of(4, 4));
  }

  @Test
  void a_shared_variable_may_not_depend_on_the_loop() {
    var loop =
        Host.of((self, x) ->
            Lift.scan(
                    (Host m, Array c, Array row) -> {
                      ModuleScope.variable("state", "last", () -> row);
                      return c;
                    })
                .variableBroadcast("state")
                .apply(self, C, x));
    assertThatExceptionOfType(LoopDependenceException.class)
        .isThrownBy(() -> loop.init(KEY, XS))
        .withMessage(
            "Lifted scan needs shared variables to be equal in all iterations, but "
                + "\"state/last\" depends on the carry or the rows. Carry it with variableCarry, "
                + "or slice it with variableAxis.");
  }

  @Test
  void shared_parameters_are_not_drawn_with_keys_of_each_iteration() {
    var stack = Line.of(4).scan().variableBroadcast("params").splitRngs("params").length(3);

    assertThatExceptionOfType(LoopDependenceException.class)
        .isThrownBy(() -> stack.init(KEY, C))
        .withMessage(
            "Lifted scan needs shared variables to be equal in all iterations, but "
                + "\"params/Dense_0/kernel\" is drawn in each iteration, with keys of its own. "
                + "Share the keys, as in shareRngs(\"params\"), or give each iteration its own "
                + "variables, as in variableAxis(\"params\", 0).");
  }

  @Test
  void variables_are_sliced_and_stacked_along_their_axis() {
    var stack = Line.of(4).scan().variableAxis("params", 1).splitRngs("params").length(3);
    var variables = stack.init(KEY, C);
    assertThat(variables.params().get("Dense_0", "kernel").shape()).isEqualTo(Shape.of(4, 3, 4));
    var byHand = C;
    for (int i = 0; i < 3; i++) {
      int iteration = i;
      var slice = variables.params().map(leaf -> leaf.get(":, " + iteration));
      byHand = Line.of(4).apply(Variables.of(slice), byHand);
    }
    assertThat(stack.apply(variables, C).toFloats()).isEqualTo(byHand.toFloats());
  }

  @Test
  void axes_of_arguments_and_outputs_may_count_from_the_end() {
    var host =
        Host.of((self, x) ->
            Lift.scan((Host m, Array c, Array column) -> new Carry<>(c, column.mul(2)))
                .inAxes(-1)
                .outAxes(-1)
                .apply(self, C, x)
                .output());
    var x = NdArray.of(Shape.of(2, 3), 1, 2, 3, 4, 5, 6);
    assertThat(((Array) host.apply(Variables.empty(), x)).toFloats())
        .isEqualTo(x.mul(2).toFloats());
  }

  @Test
  void carried_variables_go_from_iteration_to_iteration() {
    var host =
        Host.of((self, x) ->
            Lift.scan((Total m, Array c, Array row) -> new Carry<>(c, m.call(row)))
                .variableCarry("state")
                .apply(Total.of().named("total"), C, x)
                .output());
    var before = Variables.of("state", Params.of("total", Params.of("total", Numpy.ones(4))));
    var applied = host.apply(before, mutable("state"), m -> (Array) m.call(XS));
    assertThat(applied.output().get(":, 0").toFloats()).containsExactly(2, 3, 4);
    assertThat(applied.variables().collection("state").get("total", "total").toFloats())
        .containsExactly(4, 4, 4, 4);
  }

  @Test
  void carried_variables_are_read_only_where_their_collection_is_immutable() {
    var host =
        Host.of((self, x) ->
            Lift.scan((Total m, Array c, Array row) -> new Carry<>(c, m.call(row)))
                .variableCarry("state")
                .apply(Total.of().named("total"), C, x)
                .output());
    var before = Variables.of("state", Params.of("total", Params.of("total", Numpy.ones(4))));
    assertThatExceptionOfType(ImmutableCollectionException.class)
        .isThrownBy(() -> host.apply(before, XS))
        .withMessageMatching(
            "Variable \"total\" in scope \"/scan\\(total\\)\" at .* cannot be written, because"
                + " collection \"state\" is immutable in this call\\. Add it to the mutable ones, as in"
                + " apply\\(variables, mutable\\(\"state\"\\), \\.\\.\\.\\)\\.");
  }

  @Test
  void null_gives_every_iteration_the_whole_argument_and_takes_one_output_for_all() {
    var host =
        Host.of((self, x) ->
            Lift.scan((Host m, Array c, Array row, Array whole) ->
                    new Carry<>(c.add(row), List.of(row, whole.mul(2))))
                .inAxes(0, null)
                .outAxes(Arrays.asList(0, null))
                .apply(self, C, x, Numpy.ones(2)));
    @SuppressWarnings("unchecked")
    var result = (Carry<Array, List<Array>>) host.apply(Variables.empty(), XS);
    assertThat(result.output().get(0).shape()).isEqualTo(Shape.of(3, 4));
    assertThat(result.output().get(1).toFloats()).containsExactly(2, 2);
  }

  @Test
  void an_output_of_all_iterations_may_not_differ_between_them() {
    var host =
        Host.of((self, x) ->
            Lift.scan((Host m, Array c, Array row) -> new Carry<>(c, row))
                .outAxes(null)
                .apply(self, C, x));
    assertThatExceptionOfType(LoopDependenceException.class)
        .isThrownBy(() -> host.apply(Variables.empty(), XS))
        .withMessageContaining("depends on the carry or the rows. Stack it along an axis.");
  }

  @Test
  void the_number_of_iterations_is_found_or_must_be_given() {
    var stack = Line.of(4).scan().variableAxis("params", 0).splitRngs("params");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> stack.init(KEY, C))
        .withMessage(
            "Lifted scan needs a mapped argument or variable to infer its size, but got "
                + "none. Set length(n).");
    var host =
        Host.of(
            (self, x) -> Lift.scan((Host m, Array c, Array row) -> c).length(2).apply(self, C, x));
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> host.apply(Variables.empty(), XS))
        .withMessageStartingWith(
            "Lifted scan needs the same size along all mapped axes, but length has 2 and argument");
  }

  @Test
  void shared_streams_draw_the_same_in_every_iteration() {
    var same = keys(true, ScanLift.NONE.withShareRngs("a"));
    assertThat(same.get(0).toInts()).isEqualTo(same.get(1).toInts());
    var apart = keys(true, ScanLift.NONE.withSplitRngs("a"));
    assertThat(apart.get(0).toInts()).isNotEqualTo(apart.get(1).toInts());
  }

  private static Array keys(boolean check, ScanLift rngs) {
    var host =
        Host.of((self, x) ->
            Lift.lifted(
                    rngs.withCheckConstancy(check),
                    (Host m, Array c, Array row) -> new Carry<>(c, makeRng("a").data()))
                .apply(self, C, x)
                .output());
    return host.apply(Variables.empty(), rng("a", KEY), m -> (Array) m.call(Numpy.ones(2)))
        .output();
  }

  @Test
  void reverse_runs_from_the_last_row_and_keeps_the_places_of_outputs() {
    var host =
        Host.of((self, x) ->
            Lift.scan((Host m, Array c, Array row) -> new Carry<>(c.add(row), c.add(row)))
                .reverse(true)
                .apply(self, Numpy.zeros(Shape.scalar()), x)
                .output());
    var out = (Array) host.apply(Variables.empty(), NdArray.of(Shape.of(3), 1, 2, 3));
    assertThat(out.toFloats()).containsExactly(6, 5, 3);
  }

  @Test
  void data_transform_changes_variables_before_each_iteration() {
    var host =
        Host.of((self, x) ->
            Lift.scan((Scale m, Array c, Array row) -> new Carry<>(c, m.call(row)))
                .variableBroadcast("params")
                .dataTransform(data ->
                    new io.cambric.scope.lift.ScanData(
                        List.of(
                            data.variables().get(0).stream()
                                .map(
                                    each -> each.withParams(each.params().map(leaf -> leaf.mul(2))))
                                .toList(),
                            data.variables().get(1)),
                        data.rngs()))
                .apply(Scale.of().named("scale"), C, x)
                .output());
    var params = Scale.of().init(KEY, C).params();
    var out = (Array) host.apply(Variables.of(io.cambric.scope.Params.of("scale", params)), XS);
    assertThat(out.get(0).toFloats()).containsExactly(1, 1, 1, 1);
  }

  @Test
  void the_body_is_traced_twice_with_the_check_and_once_without() {
    assertThat(traces(true)).isEqualTo(2);
    assertThat(traces(false)).isEqualTo(1);
  }

  private static int traces(boolean check) {
    var count = new ArrayList<String>();
    var host =
        Host.of((self, x) ->
            Lift.scan(
                    (Host m, Array c, Array row) -> {
                      count.add("trace");
                      return c;
                    })
                .checkConstancy(check)
                .apply(self, C, x));
    host.apply(Variables.empty(), XS);
    return count.size();
  }

  @Test
  void the_trace_before_the_loop_counts_its_keys() {
    // Recorded from Flax 0.12.8.
    assertThat(keys(true, ScanLift.NONE.withSplitRngs("a")).toInts())
        .containsExactly(1601249043, 231280760, (int) 3000265626L, (int) 3704303680L);
    assertThat(keys(false, ScanLift.NONE.withSplitRngs("a")).toInts())
        .containsExactly(58147272, (int) 3331382373L, (int) 2456923375L, 1475677105);
  }

  @Test
  void sliced_parameters_are_stacked_and_distinct() {
    var stack = Line.of(4).scan().variableAxis("params", 0).splitRngs("params").length(3);
    var kernel = stack.init(KEY, C).params().get("Dense_0", "kernel");
    assertThat(kernel.shape()).isEqualTo(Shape.of(3, 4, 4));
    assertThat(kernel.get(0).toFloats()).isNotEqualTo(kernel.get(1).toFloats());
  }

  @Test
  void a_carried_count_ends_at_the_number_of_iterations() {
    var host =
        Host.of((self, x) ->
            Lift.scan(
                    (Total m, Array c) -> {
                      m.call(Numpy.ones(Shape.scalar()));
                      return c;
                    })
                .variableCarry("state")
                .length(7)
                .apply(Total.of().named("total"), C));
    var applied = host.apply(Variables.empty(), mutable("state"), m -> (Array) m.call(C));
    assertThat(applied.variables().collection("state").get("total", "total").item()).isEqualTo(7);
  }

  @Test
  void submodules_made_in_the_body_are_those_of_the_function_s_module() {
    var host =
        Host.of((self, x) ->
            Lift.scan((Host m, Array c, Array row) -> Dense.of(4).call(c.add(row)))
                .variableAxis("params", 0)
                .splitRngs("params")
                .apply(self, C, x));
    assertThat(host.init(KEY, XS).params().get("Dense_0", "kernel").shape())
        .isEqualTo(Shape.of(3, 4, 4));
  }
}
