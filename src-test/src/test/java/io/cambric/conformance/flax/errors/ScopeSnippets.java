package io.cambric.conformance.flax.errors;

import static io.cambric.conformance.flax.errors.Snippets.X;
import static io.cambric.conformance.flax.errors.Snippets.key;
import static io.cambric.conformance.flax.errors.Snippets.ones;
import static io.cambric.conformance.flax.errors.Snippets.require;
import static io.cambric.module.ApplyOptions.mutable;
import static io.cambric.module.ApplyOptions.rng;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.VariableNotFoundException;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Dropout;
import io.cambric.scope.Params;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import java.util.Map;

/**
 * Snippets of variables, parameters and random streams that are missing, misplaced or read-only.
 */
final class ScopeSnippets {

  private ScopeSnippets() {}

  static void addTo(Snippets all) {
    all.runs(
        """
        class F(nn.Module):
            @nn.compact
            def __call__(self, x):
                return self.param('w', lambda k: x + 1)
        F().lazy_init(KEY(), jax.ShapeDtypeStruct((2,), jnp.float32))
        """,
        () ->
            ParamOfInput.of()
                .lazyInit(key(), new ShapedArray(Shape.of(2), DType.F32), ParamOfInput::call));
    all.runs(
        """
        MakesRng().apply({}, X)
        """,
        () -> MakesRng.of().apply(Variables.empty(), X));
    all.runs(
        """
        D1().init({'dropout': KEY()}, X)
        """,
        () -> D1.of().init(Rngs.of("dropout", key()), X));
    all.runs(
        """
        nn.Dropout(0.5, deterministic=False).apply({}, X)
        """,
        () -> Dropout.of(0.5).withDeterministic(false).apply(Variables.empty(), X));
    all.runs(
        """
        v = D1().init(KEY(), X)
        D1().apply({'params': v}, X)
        """,
        () -> {
          var v = D1.of().init(key(), X);
          return D1.of().apply(Variables.of(Params.of("params", v.params())), X);
        });
    all.runs(
        """
        D1().apply({'params': {'other': X}}, X)
        """,
        () -> D1.of().apply(Variables.of(Params.of("other", X)), X));
    all.runs(
        """
        D1().apply({}, X)
        """,
        () -> D1.of().apply(Variables.empty(), X));
    all.runs(
        """
        nn.BatchNorm(use_running_average=True).apply({'params': {'scale': jnp.ones(3), 'bias': jnp.ones(3)}}, X)
        """,
        () ->
            BatchNorm.of()
                .withUseRunningAverage(true)
                .apply(Variables.of(Params.of(Map.of("scale", ones(3), "bias", ones(3)))), X));
    all.runs(
        """
        v = D1().init(KEY(), X)
        D1().apply(v, jnp.ones((2, 7)))
        """,
        () -> {
          var v = D1.of().init(key(), X);
          return D1.of().apply(v, ones(2, 7));
        });
    all.runs(
        """
        class F(nn.Module):
            @nn.compact
            def __call__(self):
                return self.variable('state', 'x').value
        F().apply({'state': {'y': 1.0}}, mutable=['state'])
        """,
        () ->
            ReadsVariable.of()
                .apply(state("y", NdArray.weakScalar(1.0)), mutable("state"), m -> m.call()));
    all.runs(
        """
        kept = []
        class F(nn.Module):
            def __call__(self):
                kept.append(self)
        F().apply({}, rngs={'a': KEY()})
        kept[0].make_rng('a')
        """,
        () -> {
          var kept = Kept.of().apply(Variables.empty(), rng("a", key()), m -> m.call()).output();
          return kept.draw();
        });
    all.runs(
        """
        class F(nn.Module):
            @nn.compact
            def __call__(self):
                v = self.variable('state', 'x', lambda: 0)
                v.value = 1
        F().apply({'state': {'x': 0}})
        """,
        () ->
            WritesVariable.of()
                .apply(
                    state("x", NdArray.scalar(DType.I32, 0)),
                    m -> {
                      m.call();
                      return X;
                    }));
    all.fails(
        """
        class F(nn.Module):
            @nn.compact
            def __call__(self, x):
                return self.perturb('p', x)
        F().apply({'perturbations': {'q': X}}, X)
        """,
        VariableNotFoundException.class,
        () -> Perturbs.of().apply(Variables.of("perturbations", Params.of("q", X)), X));
    all.fails(
        """
        flax.core.freeze({'a': 1})['a'] = 2
        """,
        UnsupportedOperationException.class,
        () -> Params.of("a", NdArray.weakScalar(1)).entries().put("a", NdArray.weakScalar(2)));
    all.runs(
        """
        v = D1().init(KEY(), X)
        D1().apply({'params': {**v['params'], 'unused': X}, 'extra_collection': {'a': X}}, X)
        """,
        () -> {
          var v = D1.of().init(key(), X);
          var more =
              v.withParams(v.params().with("unused", X))
                  .with("extra_collection", Params.of("a", X));
          return D1.of().apply(more, X);
        });
    all.runs(
        """
        class F(nn.Module):
            @nn.compact
            def __call__(self, x):
                return self.sow('intermediates', 'x', x)
        assert F().apply({}, X) is False
        """,
        () -> require(!Sows.of().apply(Variables.empty(), m -> m.call(X))));
    all.runs(
        """
        class F(nn.Module):
            @nn.compact
            def __call__(self, x):
                self.variable('a', 'v', lambda: 0); self.variable('b', 'v', lambda: 0); return x
        F().init(KEY(), X)
        """,
        () -> TwoCollections.of().init(key(), X));
  }

  private static Variables state(String name, NdArray value) {
    return Variables.of("state", Params.of(name, value));
  }
}
