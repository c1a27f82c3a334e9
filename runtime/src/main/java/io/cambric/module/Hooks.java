package io.cambric.module;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happens around module methods.
 *
 * @param interceptors outermost first
 * @param capture which results are stored as intermediates; null for none
 */
record Hooks(List<Interceptor> interceptors, @Nullable CaptureFilter capture) {

  static final Hooks NONE = new Hooks(List.of(), null);

  Hooks inside(Interceptor interceptor) {
    var more = new ArrayList<>(interceptors);
    more.add(interceptor);
    return new Hooks(List.copyOf(more), capture);
  }
}
