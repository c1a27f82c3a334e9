// Generated from RnnDef; edit that instead.
package example;

import io.cambric.annotations.Generated;
import io.cambric.tree.Flattener;
import java.util.List;

/**
 * Takes a {@code Parts} apart and puts it together. The runtime finds it by its name.
 */
@SuppressWarnings("exports")
@Generated("io.cambric.processor.CambricProcessor")
public final class RnnDef_Parts_Flattener<D> implements Flattener<RnnDef.Parts<D>> {
  /**
   * For the runtime.
   */
  public RnnDef_Parts_Flattener() {
  }

  @Override
  public List<String> childNames() {
    return List.of("cell");
  }

  @Override
  public Object[] children(RnnDef.Parts<D> node) {
    return new Object[] {node.cell()};
  }

  @Override
  public Object[] statics(RnnDef.Parts<D> node) {
    return new Object[] {};
  }

  @Override
  @SuppressWarnings("unchecked")
  public RnnDef.Parts<D> rebuild(Object[] children, Object[] statics) {
    return new RnnDef.Parts<>((D) children[0]);
  }
}
