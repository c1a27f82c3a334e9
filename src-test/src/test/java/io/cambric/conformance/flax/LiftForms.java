package io.cambric.conformance.flax;

import static io.cambric.numpy.Initializers.lecunNormal;
import static io.cambric.numpy.Initializers.zeros;
import static io.cambric.scope.CollectionFilter.all;
import static io.cambric.scope.CollectionFilter.of;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.conformance.flax.sources.NaiveVmapMlp;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.CambricException;
import io.cambric.errors.ParamShapeException;
import io.cambric.module.ApplyOptions;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Scope;
import io.cambric.scope.ScopeFn;
import io.cambric.scope.Scopes;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.Pack;
import io.cambric.scope.lift.Packed;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.Objects;

/** Runners of cases about lifted transformations that are not init and apply of a module. */
final class LiftForms {

  private LiftForms() {}

  /** A core function on scopes whose parameters are seen transposed. */
  static void pack(GoldenCase golden, ModuleFactory factory, Check check) {
    var json = golden.json();
    var expected = json.get("expected");
    var tolerances = FlaxTolerances.of(golden);
    var args = ModuleCall.of(golden, json.get("call")).args();
    var x = (NdArray) Objects.requireNonNull(args.get("x"));
    int features = ((Number) Objects.requireNonNull(args.get("features"))).intValue();
    ScopeFn<Array, Array> dense = (scope, input) -> dense(scope, input, features);
    boolean both = golden.text("source").contains("lift_transpose_both");
    var lifted = both ? transposedBothWays(dense) : transposed(dense);

    var rngs = Linen.rngs(json.get("rngs").get("init"));
    var initial =
        Scopes.initWithOutput(rngs, CollectionFilter.all(), scope -> lifted.apply(scope, x));
    ModuleRunner.checkVariables(
        "init", golden, expected.get("init"), initial.variables(), tolerances.init(), check);
    check.tree(
        "initOutput",
        golden.tree(expected.get("initOutput")),
        initial.output(),
        tolerances.forward());
    if (expected.has("applyError") || expected.path("applyAgain").has("error")) {
      try {
        Scopes.apply(initial.variables(), scope -> lifted.apply(scope, x));
        check.fail("apply: no error");
      } catch (ParamShapeException e) {
        check.that(
            String.valueOf(e.getMessage()).contains("\"kernel\""), "apply: " + e.getMessage());
      }
    }
    if (expected.has("output")) {
      check.tree(
          "output",
          golden.tree(expected.get("output")),
          Scopes.apply(initial.variables(), scope -> lifted.apply(scope, x)),
          tolerances.forward());
    }
    if (expected.has("applyWithTransposedParams")) {
      check.tree(
          "applyWithTransposedParams",
          golden.tree(expected.get("applyWithTransposedParams")),
          Scopes.apply(transpose(initial.variables()), scope -> lifted.apply(scope, x)),
          tolerances.forward());
    }
  }

  private static Array dense(Scope scope, Array x, int features) {
    var kernel = scope.param("kernel", lecunNormal(), Shape.of(x.dim(-1), features), DType.F32);
    return x.matmul(kernel).add(scope.param("bias", zeros(), Shape.of(features), DType.F32));
  }

  private static Variables transpose(Variables variables) {
    return Trees.map(
        variables,
        leaf -> leaf instanceof Array array && array.rank() == 2 ? array.transpose() : leaf);
  }

  private static ScopeFn<Array, Array> transposed(ScopeFn<Array, Array> function) {
    return new Pack("transpose", List.of(of("params"), all()), List.of(all()), List.of(all()))
        .lift((packed, x) -> {
          var scopes = open(packed);
          var y = function.apply(scopes.getFirst(), x);
          return new Pack.Result<>(y, packed.close(scopes));
        });
  }

  private static ScopeFn<Array, Array> transposedBothWays(ScopeFn<Array, Array> function) {
    return new Pack(
            "transpose", List.of(of("params"), all()), List.of(of("params"), all()), List.of(all()))
        .lift((packed, x) -> {
          var scopes = open(packed);
          var y = function.apply(scopes.getFirst(), x);
          var written = packed.close(scopes);
          var target = written.getFirst().stream().map(LiftForms::transpose).toList();
          return new Pack.Result<>(y, List.of(target, written.get(1)));
        });
  }

  private static List<Scope> open(Packed packed) {
    var groups = packed.variables();
    var target = groups.getFirst().stream().map(LiftForms::transpose).toList();
    return packed.open(List.of(target, groups.get(1)), packed.rngs());
  }

  /**
   * The examples of the design note taken literally. A module called in a plain transformation
   * fails; a missing argument, which Python finds when the method is called, does not compile.
   */
  static void literalOutcomes(GoldenCase golden, ModuleFactory factory, Check check) {
    for (var each : golden.json().get("expected").properties()) {
      if (each.getKey().equals("NaiveVmapMLP.init")) {
        check.that(each.getValue().hasNonNull("error"), "expected an error of " + each.getKey());
        fails(each.getKey(), () -> NaiveVmapMlp.of().init(Key.of(0), Numpy.ones(3, 4)), check);
      }
    }
  }

  /** A module whose init fails. */
  static void initFails(GoldenCase golden, ModuleFactory factory, Check check) {
    var json = golden.json();
    var module = factory.build(json.get("module").asString(), json.path("attributes"));
    var call =
        json.has("call")
            ? ModuleCall.of(golden, json.get("call"))
            : new ModuleCall("call", java.util.Map.of("x", Numpy.ones(3, 4)), java.util.Map.of());
    fails(
        "init",
        () ->
            Linen.init(
                module, Linen.rngs(json.path("rngs").path("init")), ApplyOptions.none(), call::on),
        check);
  }

  private static void fails(String what, Runnable action, Check check) {
    try {
      action.run();
      check.fail(what + ": no error");
    } catch (CambricException e) {
      check.that(!String.valueOf(e.getMessage()).isEmpty(), what + ": an error without a message");
    }
  }
}
