package io.cambric.flax.lift;

import static io.cambric.module.ApplyOptions.mutable;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.CollectionNotFoundException;
import io.cambric.errors.DTypeException;
import io.cambric.errors.InvalidNameException;
import io.cambric.errors.LoopDependenceException;
import io.cambric.errors.ParamNotFoundException;
import io.cambric.errors.ShapeException;
import io.cambric.module.Lift;
import io.cambric.module.Modules;
import io.cambric.nn.Dense;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Params;
import io.cambric.scope.Scopes;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.Lifts;
import io.cambric.scope.lift.WhileLift;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The messages of lifted transformations name the transformation and options that it has. */
class LiftMessagesTest {

  private static final Key KEY = Key.of(0);
  private static final Array XS = Numpy.ones(3, 2);
  private static final Variables STATE = Variables.of("state", Params.of("total", Numpy.ones(2)));

  @Test
  void the_outer_transformation_that_leaves_out_a_collection_is_named() {
    var compiled = Total.of().jit().vmap();
    assertThatExceptionOfType(CollectionNotFoundException.class)
        .isThrownBy(() -> compiled.apply(STATE, mutable("state"), m -> m.call(XS)))
        .withMessageMatching(
            "Variable \"total\" in scope \"/.*\" at .* needs collection \"state\", which this vmap"
                + " does not lift\\. Name it in the options, as in variableBroadcast\\(\"state\"\\) or"
                + " variableAxis\\(\"state\", 0\\)\\.");
    var read =
        Modules.of(
            "Reader",
            x ->
                Lift.vmap((Scale m, Array r) ->
                        Lift.remat((Scale n, Array s) -> n.call(s)).apply(m, r))
                    .apply(Scale.of().named("scale"), x));
    assertThatExceptionOfType(CollectionNotFoundException.class)
        .isThrownBy(
            () -> read.apply(Variables.of(Params.of("scale", Params.of("p", Numpy.ones()))), XS))
        .withMessageMatching(
            "Parameter \"p\" in scope \"/.*\" at .* needs collection \"params\", which this vmap does"
                + " not lift\\. Name it in the options, as in variableBroadcast\\(\"params\"\\) or"
                + " variableAxis\\(\"params\", 0\\)\\.");
  }

  @Test
  void a_collection_that_is_named_but_has_no_such_variable_is_not_said_to_be_left_out() {
    var model =
        Modules.of(
            "Model",
            x ->
                Lift.vmap((Scale m, Array r) -> m.call(r))
                    .variableBroadcast("params")
                    .apply(Scale.of().named("scale"), x));
    assertThatExceptionOfType(ParamNotFoundException.class)
        .isThrownBy(
            () -> model.apply(Variables.of(Params.of("other", Params.of("p", Numpy.ones()))), XS))
        .withMessageMatching(
            "Parameter \"p\" in scope \"/vmap\\(scale\\)\" at .* is not in the given collection"
                + " \"params\", which has \\[\\] there\\. Pass the variables that init of this model"
                + " returned, or init again\\.");
  }

  @Test
  void shared_parameters_of_split_keys_are_named_with_both_mends() {
    var lanes = Line.of(4).vmap().variableBroadcast("params").splitRngs("params");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> lanes.init(KEY, XS))
        .withMessageStartingWith(
            "Lifted vmap needs shared variables to be equal in all lanes, but "
                + "\"Dense_0/kernel\" of collection \"params\" differs between lanes. Give each "
                + "lane its own, as in variableAxis(\"params\", 0), or share their keys between "
                + "lanes, as in shareRngs(\"params\").");
  }

  @Test
  void a_result_that_lanes_do_not_share_is_named_by_its_own_path() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() ->
            Line.of(4)
                .vmap()
                .variableAxis("params", 0)
                .splitRngs("params")
                .outAxes(null)
                .init(KEY, XS))
        .withMessageStartingWith(
            "Lifted vmap with outAxes null needs results that all lanes share, but the result"
                + " differs between lanes. Give it an axis.");
  }

  @Test
  void the_carry_of_a_lifted_loop_is_named_alone() {
    Array one = NdArray.scalar(DType.I32, 1);
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() ->
            Scopes.init(
                KEY,
                scope ->
                    Lifts.whileLoop(
                        WhileLift.NONE,
                        (_, c) -> c.lt(3),
                        (_, c) -> c.astype(DType.F32),
                        scope,
                        one)))
        .withMessageStartingWith(
            "The carry of whileLoop must keep its type in every iteration, but it came as i32[]"
                + " and became f32[]. Convert it in the body or before the loop.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() ->
            Line.of(3)
                .scan()
                .variableBroadcast("params")
                .length(2)
                .checkConstancy(false)
                .apply(Line.of(3).init(KEY, Numpy.ones(2)), Numpy.ones(2)))
        .withMessageStartingWith(
            "The carry of scan must keep its type in every iteration, but it came as f32[2] and"
                + " became f32[3]. Convert it in the body or before the loop.");
  }

  @Test
  void a_scan_without_the_run_before_makes_no_shared_parameters() {
    var unchecked =
        Scale.of()
            .scan()
            .variableBroadcast("params")
            .shareRngs("params")
            .length(2)
            .checkConstancy(false);
    assertThatExceptionOfType(LoopDependenceException.class)
        .isThrownBy(() -> unchecked.init(KEY, Numpy.ones(2)))
        .withMessageStartingWith(
            "Lifted scan with checkConstancy(false) needs shared variables that exist and "
                + "do not change, but its body created or wrote \"params/p\". Create it before "
                + "the scan, carry it with variableCarry, or leave the check on.");
  }

  static List<UnaryOperator<Line>> misspelt() {
    return List.of(
        m -> m.vmap("cal"),
        m -> m.pmap("cal"),
        m -> m.scan("cal"),
        m -> m.remat("cal"),
        m -> m.remat("cal"),
        m -> m.jit("cal"),
        m -> m.foldRngs("cal"),
        m -> m.mapVariables("cal"),
        m -> m.sharded("call", "cal"));
  }

  @ParameterizedTest
  @MethodSource("misspelt")
  void a_misspelt_method_is_refused_with_the_nearest(UnaryOperator<Line> lifted) {
    assertThatExceptionOfType(InvalidNameException.class)
        .isThrownBy(() -> lifted.apply(Line.of(2)))
        .withMessageMatching(
            "\\w+ of Line at .* needs names of its methods, which are \\[call\\], but got "
                + "\"cal\"\\. Did you mean \"call\"\\? Name the method to transform\\..*");
  }

  @Test
  void methods_of_other_names_and_of_lambdas_are_transformed() {
    var dense = Dense.of(2);
    Modules.of("Mlp", x -> dense.copy().call(x)).jit();
    assertThatExceptionOfType(InvalidNameException.class)
        .isThrownBy(() -> Modules.of("Mlp", x -> x).remat("encode"))
        .withMessageContaining("which are [call], but got \"encode\". Name");
    assertThatExceptionOfType(InvalidNameException.class)
        .isThrownBy(() -> dense.remat("features"))
        .withMessageContaining("but got \"features\"");
  }
}
