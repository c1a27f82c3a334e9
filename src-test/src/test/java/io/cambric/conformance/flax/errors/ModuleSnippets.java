package io.cambric.conformance.flax.errors;

import static io.cambric.conformance.flax.errors.Snippets.X;

import io.cambric.errors.UnboundModuleException;
import io.cambric.module.ModuleScope;
import io.cambric.nn.Dense;

/** Snippets of wrong uses of unbound modules. */
final class ModuleSnippets {

  private ModuleSnippets() {}

  static void addTo(Snippets all) {
    all.runs(
        """
        nn.Dense(2)(X)
        """,
        () -> Dense.of(2).call(X));
    all.runs(
        """
        nn.Dense(2).unbind()
        """,
        () -> Dense.of(2).unbind());
    all.runs(
        """
        nn.share_scope(nn.Dense(2), nn.Dense(2))
        """,
        () -> {
          ModuleScope.shareScope(Dense.of(2));
          return X;
        });
    all.fails(
        """
        nn.Dense(2).variables
        """,
        UnboundModuleException.class,
        () -> Dense.of(2).variables());
    all.fails(
        """
        nn.Dense(2).make_rng('a')
        """,
        UnboundModuleException.class,
        () -> ModuleScope.makeRng("a"));
  }
}
