package io.cambric.scope.lift;

import io.cambric.core.Array;
import io.cambric.interpreters.LinearizeTrace;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Scope;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.Jvp;
import io.cambric.transform.result.ValueAuxAndGrad;
import io.cambric.transform.result.WithAux;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lifted vjp, jvp and grad of functions of scopes and one argument. Variables that the
 * functions write are kept.
 *
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/transformations.html">nn.vjp
 *     and the like</a>
 */
public final class DerivativeLifts {

  private static final CollectionFilter ALL = CollectionFilter.all();

  private DerivativeLifts() {}

  /**
   * {@return the value of a function, and its pullback to some collections of the function's own
   * scope and to the argument}
   *
   * @param differentiated the collections
   */
  public static <A extends @Nullable Object, R, X extends @Nullable Object> LiftedVjp<A, R, X> vjp(
      List<Scope> scopes,
      CollectionFilter differentiated,
      LiftedFunction<OutputAux<R, X>> function,
      A argument) {
    return new Pack("vjp", List.of(differentiated, ALL), List.of(ALL), List.of(ALL))
        .run(scopes, packed -> vjp(packed, function, argument));
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // trees come out as what they were made of
  private static <A extends @Nullable Object, R, X extends @Nullable Object>
      Pack.Result<LiftedVjp<A, R, X>> vjp(
          Packed packed, LiftedFunction<OutputAux<R, X>> function, A argument) {
    var groups = packed.variables();
    var primals = StaticLeafTree.of(Arrays.<@Nullable Object>asList(groups.get(0), argument));
    var outputs = new ArrayList<StaticLeafTree>(2);
    var linearized =
        LinearizeTrace.linearize(
            traced -> {
              List<@Nullable Object> tree = primals.with(traced);
              var variables = List.of((List<Variables>) tree.get(0), groups.get(1));
              var arguments = Collections.singletonList(tree.get(1));
              var run = Pure.run(packed, function, new Inputs(variables, packed.rngs(), arguments));
              OutputAux<R, X> both = Outputs.output(run);
              outputs.add(StaticLeafTree.of(both.output()));
              outputs.add(
                  StaticLeafTree.of(
                      Arrays.<@Nullable Object>asList(both.aux(), Outputs.variables(run))));
              var arrays = new ArrayList<>(outputs.get(0).arrays());
              arrays.addAll(outputs.get(1).arrays());
              return arrays;
            },
            primals.arrays(),
            primals.arrays().stream().map(array -> array.dtype().isFloating()).toList());
    var value = outputs.get(0);
    int count = value.arrays().size();
    var results = linearized.primals();
    List<@Nullable Object> rest = outputs.get(1).with(results.subList(count, results.size()));
    return new Pack.Result<>(
        new LiftedVjp<>(
            value.<R>with(results.subList(0, count)),
            Pullback.of(linearized, primals, value, packed.own()),
            (X) rest.get(0)),
        (List<List<Variables>>) rest.get(1));
  }

  /**
   * {@return the value of a function and its derivative along tangents of variables and argument}
   *
   * @param variableTangents of the function's own scope, for each differentiated collection all of
   *     its variables; collections that are not there are constant
   */
  public static <A, R> Jvp<R> jvp(
      List<Scope> scopes,
      LiftedFunction<R> function,
      A argument,
      A tangent,
      Variables variableTangents) {
    var tangents = nonEmpty(variableTangents);
    var differentiated = CollectionFilter.of(tangents.names().toArray(String[]::new));
    return new Pack("jvp", List.of(differentiated, ALL), List.of(ALL), List.of(ALL))
        .run(
            scopes,
            packed -> {
              var groups = packed.variables();
              var all = new ArrayList<>(groups.get(0));
              all.set(packed.own(), tangents);
              Fn<List<@Nullable Object>, List<@Nullable Object>> pure =
                  (List<@Nullable Object> held) -> {
                    List<@Nullable Object> own = StaticLeaf.<List<@Nullable Object>>release(held);
                    return StaticLeaf.hold(
                        Pure.run(
                            packed,
                            function,
                            new Inputs(
                                List.of(variables(own.get(0)), groups.get(1)),
                                packed.rngs(),
                                Collections.singletonList(own.get(1)))));
                  };
              var jvp =
                  Transforms.jvp(
                      pure,
                      StaticLeaf.hold(Arrays.<@Nullable Object>asList(groups.get(0), argument)),
                      StaticLeaf.hold(Arrays.<@Nullable Object>asList(all, tangent)));
              var outputs = StaticLeaf.release(jvp.output());
              return new Pack.Result<>(
                  new Jvp<R>(
                      Outputs.output(outputs), Outputs.output(StaticLeaf.release(jvp.tangent()))),
                  Outputs.variables(outputs));
            });
  }

  private static Variables nonEmpty(Variables tangents) {
    var kept = tangents;
    for (var each : tangents.collections().entrySet()) {
      kept = each.getValue().isEmpty() ? kept.without(each.getKey()) : kept;
    }
    return kept;
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // a group that was put into a tree
  private static List<Variables> variables(@Nullable Object group) {
    return (List<Variables>) group;
  }

  /**
   * {@return the value of a function with scalar output, its auxiliary output, and its gradient
   * with respect to the argument; variables are constant}
   */
  public static <A, X> ValueAuxAndGrad<A, X> valueAndGrad(
      List<Scope> scopes, LiftedFunction<OutputAux<Array, X>> function, A argument) {
    return new Pack("value_and_grad", List.of(ALL), List.of(ALL), List.of(ALL))
        .run(scopes, packed -> valueAndGrad(packed, function, argument));
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // trees come out as what they were made of
  private static <A, X> Pack.Result<ValueAuxAndGrad<A, X>> valueAndGrad(
      Packed packed, LiftedFunction<OutputAux<Array, X>> function, A argument) {
    Fn<A, WithAux<List<@Nullable Object>>> pure =
        held -> {
          var arguments = Collections.<@Nullable Object>singletonList(StaticLeaf.release(held));
          var run =
              Pure.run(packed, function, new Inputs(packed.variables(), packed.rngs(), arguments));
          OutputAux<Array, X> both = Outputs.output(run);
          return new WithAux<>(
              both.output(), StaticLeaf.hold(Outputs.of(both.aux(), Outputs.variables(run))));
        };
    var all = Transforms.valueAndGradAux(pure).apply(StaticLeaf.hold(argument));
    var rest = StaticLeaf.release(all.aux());
    return new Pack.Result<>(
        new ValueAuxAndGrad<>(
            all.value(), Outputs.<X>output(rest), StaticLeaf.release(all.grads())),
        Outputs.variables(rest));
  }
}
