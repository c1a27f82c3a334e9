// Generated from Inner; edit that instead.
package example;

import io.cambric.annotations.Generated;
import io.cambric.core.Array;
import io.cambric.tree.Flattener;
import java.util.List;

/**
 * Takes an {@code Inner} apart and puts it together. The runtime finds it by its name.
 */
@SuppressWarnings("exports")
@Generated("io.cambric.processor.CambricProcessor")
public final class State_Inner_Flattener implements Flattener<State.Inner> {
  /**
   * For the runtime.
   */
  public State_Inner_Flattener() {
  }

  @Override
  public List<String> childNames() {
    return List.of("count");
  }

  @Override
  public Object[] children(State.Inner node) {
    return new Object[] {node.count()};
  }

  @Override
  public Object[] statics(State.Inner node) {
    return new Object[] {};
  }

  @Override
  public State.Inner rebuild(Object[] children, Object[] statics) {
    return new State.Inner((Array) children[0]);
  }
}
