// Generated from Bare; edit that instead.
package example;

import io.cambric.annotations.Generated;
import io.cambric.tree.Flattener;
import java.util.List;

/** Flattens and rebuilds a {@code Bare}. The runtime finds this class by its name. */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.State.Bare"
)
public final class State_Bare_Flattener implements Flattener<Object> {
  /** Used by the runtime. */
  public State_Bare_Flattener() {
  }

  @Override
  public List<String> childNames() {
    return List.of();
  }

  @Override
  public Object[] children(Object node) {
    return new Object[] {};
  }

  @Override
  public Object[] statics(Object node) {
    return new Object[] {};
  }

  @Override
  public Object rebuild(Object[] children, Object[] statics) {
    return new State.Bare();
  }
}
