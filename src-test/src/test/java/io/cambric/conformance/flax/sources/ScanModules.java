package io.cambric.conformance.flax.sources;

import static io.cambric.module.ModuleScope.isInitializing;
import static io.cambric.module.ModuleScope.makeRng;
import static io.cambric.module.ModuleScope.sow;
import static io.cambric.module.ModuleScope.variable;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.Shape;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.core.Array;
import io.cambric.module.Lift;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;
import io.cambric.numpy.Numpy;
import io.cambric.scope.lift.ScanLift;
import io.cambric.transform.result.Carry;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Modules and functions under the lifted scan. */
final class ScanModules {

  private ScanModules() {}

  /** The options that a case gives by name. */
  private static ScanLift with(ScanLift lift, @Nullable Map<String, Object> options) {
    var all = lift;
    for (var each : options == null ? Map.<String, Object>of().entrySet() : options.entrySet()) {
      all =
          switch (each.getKey()) {
            case "reverse" -> (Boolean) each.getValue() ? all.withReverse(true) : all;
            case "unroll" -> all.withUnroll(number(each.getValue()));
            case "length" -> all.withLength(number(each.getValue()));
            case "in_axes" -> all.withInAxes(number(each.getValue()));
            case "out_axes" -> all.withOutAxes(number(each.getValue()));
            case "check_constancy_invariants" -> all.withCheckConstancy((Boolean) each.getValue());
            default -> throw new UnsupportedFeature("lift:scan." + each.getKey());
          };
    }
    return all;
  }

  private static int number(Object value) {
    return ((Number) value).intValue();
  }

  @Python(
      """
      class Cell(nn.Module):
          n: int
          @nn.compact
          def __call__(self, c, x):
              c = nn.tanh(nn.Dense(self.n)(c) + nn.Dense(self.n, use_bias=False, name='inp')(x))
              return c, c * 2
      """)
  @Module
  record CellDef(int n) {
    @Compact
    Carry<Array, Array> call(Array c, Array x) {
      var next =
          Dense.of(n).call(c).add(Dense.of(n).withUseBias(false).named("inp").call(x)).tanh();
      return new Carry<>(next, next.mul(2));
    }
  }

  @Python(
      """
      class ScanBroadcast(nn.Module):
          n: int
          kw: Any = None
          @nn.compact
          def __call__(self, c, xs):
              S = nn.scan(Cell, variable_broadcast='params', split_rngs={'params': False}, **(self.kw or {}))
              return S(self.n)(c, xs)
      """)
  @Module
  record ScanBroadcastDef(int n, @Nullable Map<String, Object> kw) {
    ScanBroadcastDef(int n) {
      this(n, null);
    }

    @Compact
    Carry<Array, Array> call(Array c, Array xs) {
      return Cell.of(n)
          .lifted(with(ScanLift.NONE.withVariableBroadcast("params").withShareRngs("params"), kw))
          .call(c, xs);
    }
  }

  @Python(
      """
      class ScanStacked(nn.Module):
          n: int
          kw: Any = None
          axis: int = 0
          @nn.compact
          def __call__(self, c, xs):
              S = nn.scan(Cell, variable_axes={'params': self.axis}, split_rngs={'params': True}, **(self.kw or {}))
              return S(self.n, name='cells')(c, xs)
      """)
  @Module
  record ScanStackedDef(int n, @Nullable Map<String, Object> kw, int axis) {
    ScanStackedDef(int n) {
      this(n, null, 0);
    }

    @Compact
    Carry<Array, Array> call(Array c, Array xs) {
      return Cell.of(n)
          .lifted(with(ScanLift.NONE.withVariableAxis("params", axis).withSplitRngs("params"), kw))
          .named("cells")
          .call(c, xs);
    }
  }

  @Python(
      """
      class ScanNested(nn.Module):
          n: int
          @nn.compact
          def __call__(self, c, xs):
              S1 = nn.scan(Cell, variable_axes={'params': 0}, split_rngs={'params': True})
              S2 = nn.scan(S1, variable_axes={'params': 0}, split_rngs={'params': True})
              return S2(self.n)(c, xs)
      """)
  @Module
  record ScanNestedDef(int n) {
    @Compact
    Carry<Array, Array> call(Array c, Array xs) {
      return Cell.of(n)
          .scan()
          .variableAxis("params", 0)
          .splitRngs("params")
          .scan()
          .variableAxis("params", 0)
          .splitRngs("params")
          .call(c, xs);
    }
  }

  @Python(
      """
      class ScanFunction(nn.Module):
          n: int
          @nn.compact
          def __call__(self, c, xs):
              def body(mdl, c, x):
                  c = nn.tanh(nn.Dense(self.n, name='d')(c) + x)
                  return c, c
              return nn.scan(body, variable_broadcast='params', split_rngs={'params': False})(self, c, xs)
      """)
  @Module
  record ScanFunctionDef(int n) {
    @Compact
    Carry<Array, Array> call(Array c, Array xs) {
      return Lift.scan(
              (Array carry, Array x) -> {
                var next = Dense.of(n).named("d").call(carry).add(x).tanh();
                return new Carry<>(next, next);
              })
          .variableBroadcast("params")
          .shareRngs("params")
          .apply(c, xs);
    }
  }

  /** The cases use it without its text; the recorded values say what it does. */
  @Module
  record CarryCounterDef() {
    @Compact
    Carry<Array, Array> call(Array c, Array x) {
      var k = variable("state", "k", () -> Numpy.zeros(Shape.scalar()));
      k.set(k.get().add(x));
      return new Carry<>(c.add(k.get()), k.get());
    }
  }

  @Python(
      """
      class ScanCarry(nn.Module):
          @nn.compact
          def __call__(self, c, xs):
              m = CarryCounter(name='cnt')
              if self.is_initializing():
                  m(c, xs[0])
                  return c, xs
              return nn.scan(lambda m, c, x: m(c, x), variable_carry='state')(m, c, xs)
      """)
  @Module
  record ScanCarryDef() {
    @Compact
    Carry<Array, Array> call(Array c, Array xs) {
      var counter = CarryCounter.of().named("cnt");
      if (isInitializing()) {
        counter.call(c, xs.get(0));
        return new Carry<>(c, xs);
      }
      return Lift.scan((CarryCounter m, Array carry, Array x) -> m.call(carry, x))
          .variableCarry("state")
          .apply(counter, c, xs);
    }
  }

  @Python(
      """
      class DropCell(nn.Module):
          n: int
          @nn.compact
          def __call__(self, c, x):
              c = nn.Dropout(0.5, deterministic=False)(c) + x
              return c, c
      """)
  @Module
  record DropCellDef(int n) {
    @Compact
    Carry<Array, Array> call(Array c, Array x) {
      var next = Dropout.of(0.5).withDeterministic(false).call(c).add(x);
      return new Carry<>(next, next);
    }
  }

  @Python(
      """
      class ScanDropout(nn.Module):
          n: int
          split: bool
          @nn.compact
          def __call__(self, c, xs):
              return nn.scan(DropCell, split_rngs={'dropout': self.split})(self.n)(c, xs)
      """)
  @Module
  record ScanDropoutDef(int n, boolean split) {
    @Compact
    Carry<Array, Array> call(Array c, Array xs) {
      var cell = DropCell.of(n).scan();
      return (split ? cell.splitRngs("dropout") : cell.shareRngs("dropout")).call(c, xs);
    }
  }

  @Python(
      """
      class ScanInOutAxes(nn.Module):
          n: int
          @nn.compact
          def __call__(self, c, xs, b):
              def body(mdl, c, x, b):
                  c = nn.tanh(nn.Dense(self.n, name='d')(c) + x + b)
                  return c, (c, b * 2)
              return nn.scan(body, variable_broadcast='params', split_rngs={'params': False}, in_axes=(1, nn.broadcast), out_axes=(1, nn.broadcast))(self, c, xs, b)
      """)
  @Module
  record ScanInOutAxesDef(int n) {
    @Compact
    Carry<Array, List<Array>> call(Array c, Array xs, Array b) {
      return Lift.scan(
              (Array carry, Array x, Array shared) -> {
                var next = Dense.of(n).named("d").call(carry).add(x).add(shared).tanh();
                return new Carry<>(next, List.of(next, shared.mul(2)));
              })
          .variableBroadcast("params")
          .shareRngs("params")
          .inAxes(1, null)
          .outAxes(Arrays.asList(1, null))
          .apply(c, xs, b);
    }
  }

  @Python(
      """
      class ScanIntermediates(nn.Module):
          n: int
          @nn.compact
          def __call__(self, c, xs):
              def body(mdl, c, x):
                  mdl.sow('intermediates', 'c', c)
                  c = nn.tanh(nn.Dense(self.n, name='d')(c) + x)
                  return c, c
              return nn.scan(body, variable_broadcast='params', variable_axes={'intermediates': 0}, split_rngs={'params': False})(self, c, xs)
      """)
  @Module
  record ScanIntermediatesDef(int n) {
    @Compact
    Carry<Array, Array> call(Array c, Array xs) {
      return Lift.scan(
              (Array carry, Array x) -> {
                sow("intermediates", "c", carry);
                var next = Dense.of(n).named("d").call(carry).add(x).tanh();
                return new Carry<>(next, next);
              })
          .variableBroadcast("params")
          .variableAxis("intermediates", 0)
          .shareRngs("params")
          .apply(c, xs);
    }
  }

  @Python(
      """
      class ScanKeys(nn.Module):
          check: bool = True
          @nn.compact
          def __call__(self, xs):
              def body(mdl, c, x):
                  return c, jax.random.key_data(mdl.make_rng('a'))
              f = nn.scan(body, split_rngs={'a': True}, check_constancy_invariants=self.check)
              k1 = f(self, 0, xs)[1]
              return k1, jax.random.key_data(self.make_rng('a'))
      """)
  @Module
  record ScanKeysDef(boolean check) {
    ScanKeysDef() {
      this(true);
    }

    @Compact
    List<Array> call(Array xs) {
      var keys =
          Lift.scan((Integer carry, Array x) -> new Carry<>(carry, makeRng("a").data()))
              .splitRngs("a")
              .checkConstancy(check)
              .apply(0, xs)
              .output();
      return List.of(keys, makeRng("a").data());
    }
  }
}
