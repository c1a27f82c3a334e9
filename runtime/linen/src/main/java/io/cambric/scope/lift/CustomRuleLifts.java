package io.cambric.scope.lift;

import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.RngCounters;
import io.cambric.scope.Scope;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Jvp;
import io.cambric.transform.result.WithResiduals;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lifted custom_vjp and custom_jvp: functions of scopes and one argument whose derivative the
 * user writes.
 */
public final class CustomRuleLifts {

  private static final CollectionFilter ALL = CollectionFilter.all();

  private CustomRuleLifts() {}

  /**
   * {@return the value of a function with a custom vjp}
   *
   * <p>Function and forward rule draw the same keys, and may write variables; the backward rule has
   * no scope.
   *
   * @param differentiated the collections of the function's own scope for which the backward rule
   *     returns cotangents
   * @param forward to the value and the residuals, a pytree
   * @param backward from residuals and cotangent to the cotangents of variables and argument
   */
  public static <A, R, S> R customVjp(
      List<Scope> scopes,
      CollectionFilter differentiated,
      LiftedFunction<R> function,
      LiftedFunction<WithResiduals<R, S>> forward,
      Fn2<S, R, LiftedGrads<A>> backward,
      A argument) {
    return new Pack(
            "custom_vjp", List.of(differentiated, ALL), List.of(differentiated, ALL), List.of(ALL))
        .run(
            scopes,
            packed -> {
              var before = counts(packed);
              var arguments = Collections.<@Nullable Object>singletonList(argument);
              var inputs =
                  StaticLeaf.hold(
                      new Inputs(packed.variables(), packed.rngs(), arguments).asList());
              var written = new ArrayList<WrittenVariables>(1);
              Fn<List<@Nullable Object>, WithResiduals<List<@Nullable Object>, S>> rule =
                  (List<@Nullable Object> held) -> {
                    reset(packed, before);
                    var own = Inputs.of(StaticLeaf.<List<@Nullable Object>>release(held));
                    var run = Pure.run(packed, forward, own);
                    WithResiduals<R, S> both = Outputs.output(run);
                    var ofRule = WrittenVariables.of(own.variables(), Outputs.variables(run));
                    return new WithResiduals<>(
                        results(both.output(), written.getFirst().arrays(ofRule)),
                        StaticLeaf.hold(both.residuals()));
                  };
              Fn2<S, List<@Nullable Object>, List<@Nullable Object>> back =
                  (S residuals, List<@Nullable Object> cotangents) -> {
                    R ofOutput =
                        Outputs.output(StaticLeaf.<List<@Nullable Object>>release(cotangents));
                    var grads = backward.apply(StaticLeaf.release(residuals), ofOutput);
                    return cotangents(inputs, grads, packed.own());
                  };
              var custom = Transforms.customVjp(pure(packed, function, written), rule, back);
              var results = custom.apply(inputs);
              return CustomRuleLifts.<R>result(packed, written.getFirst(), results);
            });
  }

  /** {@return the function with its output and the arrays that it wrote as results} */
  private static Fn<List<@Nullable Object>, List<@Nullable Object>> pure(
      Packed packed, LiftedFunction<?> function, List<WrittenVariables> written) {
    return (List<@Nullable Object> held) -> {
      var own = Inputs.of(StaticLeaf.<List<@Nullable Object>>release(held));
      var run = Pure.run(packed, function, own);
      var variables = WrittenVariables.of(own.variables(), Outputs.variables(run));
      written.clear();
      written.add(variables);
      return results(Outputs.<@Nullable Object>output(run), variables.arrays());
    };
  }

  private static List<@Nullable Object> results(@Nullable Object output, List<Array> written) {
    return StaticLeaf.hold(Arrays.<@Nullable Object>asList(output, written));
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // the list that results made
  private static List<Array> written(List<@Nullable Object> results) {
    return (List<Array>) results.get(1);
  }

  private static <R> Pack.Result<R> result(
      Packed packed, WrittenVariables written, List<@Nullable Object> held) {
    List<@Nullable Object> results = StaticLeaf.release(held);
    return new Pack.Result<>(
        Outputs.<R>output(results), written.with(written(results), packed.variables()));
  }

  private static List<RngCounters.Counts> counts(Packed packed) {
    return packed.counters().stream().map(RngCounters::counts).toList();
  }

  private static void reset(Packed packed, List<RngCounters.Counts> counts) {
    var counters = packed.counters();
    for (int i = 0; i < counts.size(); i++) {
      counters.get(i).reset(counts.get(i));
    }
  }

  /** {@return cotangents of all inputs: zeros except those that the backward rule returned} */
  private static List<@Nullable Object> cotangents(
      List<@Nullable Object> inputs, LiftedGrads<?> grads, int own) {
    List<@Nullable Object> zeros =
        Trees.map(
            inputs, leaf -> leaf instanceof Array array ? Lax.zeros(array.aval().strong()) : leaf);
    var all = Inputs.of(zeros);
    var groups = new ArrayList<>(all.variables());
    var first = new ArrayList<>(groups.getFirst());
    first.set(own, StaticLeaf.hold(grads.variables()));
    groups.set(0, List.copyOf(first));
    return new Inputs(
            List.copyOf(groups),
            all.rngs(),
            Collections.<@Nullable Object>singletonList(StaticLeaf.hold(grads.argument())))
        .asList();
  }

  /**
   * {@return the value of a function with a custom jvp}
   *
   * <p>The function may write variables; the rule has no scope.
   *
   * @param differentiated the collections of the function's own scope for which the rule gets
   *     tangents
   * @param rule from variables, argument and their tangents to the value and its tangent
   */
  public static <A, R> R customJvp(
      List<Scope> scopes,
      CollectionFilter differentiated,
      LiftedFunction<R> function,
      Fn2<LiftedGrads<A>, LiftedGrads<A>, Jvp<R>> rule,
      A argument) {
    return new Pack(
            "custom_jvp", List.of(differentiated, ALL), List.of(differentiated, ALL), List.of(ALL))
        .run(
            scopes,
            packed -> {
              var arguments = Collections.<@Nullable Object>singletonList(argument);
              var inputs =
                  StaticLeaf.hold(
                      new Inputs(packed.variables(), packed.rngs(), arguments).asList());
              var written = new ArrayList<WrittenVariables>(1);
              var pure = pure(packed, function, written);
              var before = counts(packed);
              Fn2<List<@Nullable Object>, List<@Nullable Object>, Jvp<List<@Nullable Object>>>
                  flat =
                      (primals, tangents) -> {
                        Jvp<R> own =
                            rule.apply(point(primals, packed.own()), point(tangents, packed.own()));
                        // The rule gives the value alone; variables are written by the function.
                        reset(packed, before);
                        var arrays = written(pure.apply(primals));
                        var zeros = new ArrayList<Array>();
                        arrays.forEach(array -> zeros.add(Lax.zeros(array.aval().strong())));
                        return new Jvp<>(
                            results(own.output(), arrays), results(own.tangent(), zeros));
                      };
              var results = Transforms.customJvp(pure, flat).apply(inputs);
              return CustomRuleLifts.<R>result(packed, written.getFirst(), results);
            });
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // the inputs that were made of an argument
  private static <A> LiftedGrads<A> point(List<@Nullable Object> held, int own) {
    var inputs = Inputs.of(StaticLeaf.release(held));
    return new LiftedGrads<>(
        inputs.variables().getFirst().get(own), (A) inputs.arguments().getFirst());
  }
}
