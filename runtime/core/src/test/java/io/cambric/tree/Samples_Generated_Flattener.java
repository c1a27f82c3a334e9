package io.cambric.tree;

import io.cambric.tree.Samples.Generated;
import java.util.List;

/** As the annotation processor would write it, but with the children in the other order. */
public final class Samples_Generated_Flattener implements Flattener<Generated> {

  @Override
  public List<String> childNames() {
    return List.of("second", "first");
  }

  @Override
  public Object[] children(Generated node) {
    return new Object[] {node.second(), node.first()};
  }

  @Override
  public Object[] statics(Generated node) {
    return new Object[0];
  }

  @Override
  public Generated rebuild(Object[] children, Object[] statics) {
    return new Generated(children[1], children[0]);
  }
}
