package io.cambric.transform;

import io.cambric.transform.function.Fn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The kind of a mapping: all lanes in one program, or a thread for each lane. */
enum Mapping {
  VMAP {
    @Override
    <R> Fn<List<@Nullable Object>, R> map(
        Object original, Fn<List<Object>, R> function, MapOptions options) {
      return arguments -> Vectorisation.vmap(function, options, arguments);
    }
  },
  PMAP {
    @Override
    <R> Fn<List<@Nullable Object>, R> map(
        Object original, Fn<List<Object>, R> function, MapOptions options) {
      var name = FunctionNames.of(Transformed.root(original));
      var program =
          new JitOfList(
              original, arguments -> Vectorisation.pmap(name, function, options, arguments));
      return program::call;
    }
  };

  /** {@return the function of a list of arguments, mapped} */
  abstract <R> Fn<List<@Nullable Object>, R> map(
      Object original, Fn<List<Object>, R> function, MapOptions options);

  /** A compiled function of a list of any number of arguments. */
  private static final class JitOfList extends Jitted<JitOfList> {

    private final Object original;
    private final Fn<List<Object>, ?> function;

    JitOfList(Object original, Fn<List<Object>, ?> function) {
      this(original, function, JitOptions.DEFAULT);
    }

    private JitOfList(Object original, Fn<List<Object>, ?> function, JitOptions options) {
      super(original, function, options, Integer.MAX_VALUE);
      this.original = original;
      this.function = function;
    }

    @Override
    JitOfList with(JitOptions options) {
      return new JitOfList(original, function, options);
    }
  }
}
