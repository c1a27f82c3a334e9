package io.cambric.conformance.flax.errors;

import static io.cambric.conformance.flax.errors.Snippets.X;
import static io.cambric.conformance.flax.errors.Snippets.key;

import io.cambric.errors.SubmoduleOutsideSetupException;

/** Snippets of names that are taken, and of variables created where none may be. */
final class NameSnippets {

  private NameSnippets() {}

  static void addTo(Snippets all) {
    all.runs(
        """
        class F(nn.Module):
            @nn.compact
            def __call__(self, x):
                return nn.Dense(2, name='a')(nn.Dense(2, name='a')(x))
        F().init(KEY(), X)
        """,
        () -> SameNameTwice.of().init(key(), X));
    all.runs(
        """
        class F(nn.Module):
            @nn.compact
            def __call__(self, x):
                self.param('w', nn.initializers.ones, ()); return self.param('w', nn.initializers.ones, ())
        F().init(KEY(), X)
        """,
        () -> ParamTwice.of().init(key(), X));
    all.runs(
        """
        class F(nn.Module):
            @nn.compact
            def __call__(self, x):
                self.param('w', nn.initializers.ones, ()); return nn.Dense(2, name='w')(x)
        F().init(KEY(), X)
        """,
        () -> SubmoduleLikeParam.of().init(key(), X));
    all.runs(
        """
        class F(nn.Module):
            @nn.compact
            def __call__(self, x):
                self.variable('s', 'w', lambda: 0); self.variable('s', 'w', lambda: 0); return x
        F().init(KEY(), X)
        """,
        () -> VariableTwice.of().init(key(), X));
    all.runs(
        """
        class F(nn.Module):
            @nn.compact
            def __call__(self, x):
                return nn.Dense(2)(nn.Dense(2)(nn.Dense(2, name='Dense_1')(x)))
        F().init(KEY(), X)
        """,
        () -> AutoAfterExplicit.of().init(key(), X));
    all.runs(
        """
        class F(nn.Module):
            def __call__(self, x):
                return nn.Dense(2)(x)
        F().init(KEY(), X)
        """,
        () -> SubmoduleInPlain.of().init(key(), X));
    all.runs(
        """
        class F(nn.Module):
            @nn.compact
            def a(self, x):
                return nn.Dense(2)(x)
            @nn.compact
            def __call__(self, x):
                return nn.Dense(3)(self.a(x))
        F().init(KEY(), X)
        """,
        () -> TwoCompact.of().init(key(), X));
    all.fails(
        """
        class F(nn.Module):
            def __call__(self, x):
                return self.param('w', nn.initializers.ones, ())
        F().init(KEY(), X)
        """,
        SubmoduleOutsideSetupException.class,
        () -> ParamInPlain.of().init(key(), X));
  }
}
