package io.cambric.conformance.flax.errors;

import io.cambric.io.checkpoint.Checkpoints;
import io.cambric.tree.Cursor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Snippets of features that Cambric does not have yet, and of its intended deviations. */
final class OtherSnippets {

  private OtherSnippets() {}

  static void addTo(Snippets all) {
    all.runs(
        """
        cursor.cursor({'a': 1}).find(lambda p, x: x == 7)
        """,
        () -> Cursor.of(Map.of("a", 1)).find((_, value) -> Integer.valueOf(7).equals(value)));
    all.runs(
        """
        t = tempfile.mkdtemp()
        from flax import config
        config.update('flax_use_orbax_checkpointing', False)
        checkpoints.save_checkpoint(t, {'a': 1}, 5)
        checkpoints.save_checkpoint(t, {'a': 1}, 3)
        """,
        OtherSnippets::olderStep);
    differs(
        all,
        """
        SetupM().setup()
        """,
        "parts-of-unbound-modules");
    differs(
        all,
        """
        SetupM().d
        """,
        "parts-of-unbound-modules");
    differs(
        all,
        """
        class F(nn.Module):
            x: int = 1
            def __post_init__(self):
                pass
            @nn.compact
            def __call__(self, x):
                return nn.Dense(2)(x)
        F().init(KEY(), X)
        """,
        "constructor-hooks");
    differs(
        all,
        """
        nn.vmap(nn.Dense(2))
        """,
        "lifts-of-classes");
    differs(
        all,
        """
        from flax import io
        t = tempfile.mkdtemp()
        a, b = os.path.join(t, 'a'), os.path.join(t, 'b')
        open(a, 'w').close(); open(b, 'w').close()
        io.copy(a, b)
        """,
        "file-functions");
    differs(
        all,
        """
        from flax.cursor import _traverse_tree
        list(_traverse_tree((), {'a': 1}, update_fn=lambda p, x: x, cond_fn=lambda p, x: True))
        """,
        "private-functions");
    differs(
        all,
        """
        hash(D1().bind({}))
        """,
        "hashes-of-bound-modules");
    differs(
        all,
        """
        class F(nn.Module):
            @nn.compact
            def __call__(self, x):
                return nn.remat(nn.Dense, concrete=True)(2)(x)
        F().init(KEY(), X)
        """,
        "deprecated-arguments");
    differs(
        all,
        """
        m = nn.Dense(2); m.features = 3
        assert m.features == 3
        """,
        "attribute-assignment");
    differs(
        all,
        """
        kept = []
        class F(nn.Module):
            @nn.compact
            def __call__(self):
                kept.append(self)
        F().apply({}, rngs={'a': KEY()})
        kept[0].make_rng('a')
        """,
        "modules-after-apply");
  }

  private static Object olderStep() {
    var folder = newFolder();
    var checkpoints = Checkpoints.in(folder);
    var file = checkpoints.save(Map.of("a", 1), 5);
    try {
      return checkpoints.save(Map.of("a", 1), 3);
    } finally {
      file.toFile().delete();
      folder.toFile().delete();
    }
  }

  private static Path newFolder() {
    try {
      return Files.createTempDirectory("checkpoints");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void differs(Snippets all, String python, String deviation) {
    all.add(python, new Snippet.Differs("differs:" + deviation));
  }
}
