package example;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.scope.Variables;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

final class Blocks {

  /** Nested, with what Java allows in signatures. */
  @Module(preserveAdoptedNames = true)
  record BlockDef(@Nullable String label, List<@Nullable String> tags, UnaryOperator<Array> f) {

    BlockDef(UnaryOperator<Array> f, String... tags) {
      this(null, List.of(tags), f);
    }

    /** Not for users. */
    private BlockDef(int unused) {
      this(null, List.of(), x -> x);
    }

    /** Names that the generated parameters have, too. */
    @Compact
    float call(Variables variables, Key key, @Nullable Array m) {
      return 0;
    }

    /** The shorthands of this one would be ambiguous. */
    @Compact
    Array call(UnaryOperator<Array> g) {
      throw new UnsupportedOperationException();
    }

    /** Has a scope of its own. */
    @Compact(nameScope = true)
    Array up(Array x) {
      return x;
    }

    /** Has no output. */
    void call() {}

    @Deprecated(forRemoval = true)
    Array old(Array... xs) {
      return xs[0];
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    final <T> List<T> list(T... xs) {
      return List.of(xs);
    }

    static int helper() {
      return 0;
    }

    private int hidden() {
      return 0;
    }

    @Override
    public String toString() {
      return label + tags;
    }
  }
}
