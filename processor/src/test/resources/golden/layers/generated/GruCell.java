// Generated from GruCellDef; edit that instead.
package example;

import io.cambric.annotations.Generated;
import io.cambric.core.Array;
import io.cambric.module.Handle;
import io.cambric.module.Layer;
import io.cambric.module.Liftable;
import io.cambric.module.MapVariablesVerbs;
import io.cambric.module.MethodKind;
import io.cambric.module.Module;
import io.cambric.module.ModuleCall;
import io.cambric.module.ModuleType;
import io.cambric.module.RematVerbs;
import io.cambric.module.ScanVerbs;
import io.cambric.module.VmapVerbs;
import java.util.List;

/** A module that is a cell and a layer. */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.GruCellDef"
)
public sealed class GruCell extends Module<GruCell> implements Layer,
    Cell<List<Array>>,
    ModuleCall<Array, Array>,
    Liftable<GruCell.Vmapped, GruCell.Scanned, GruCell.Rematted, GruCell.VariablesMapped> {
  private static final ModuleType<GruCell> TYPE = ModuleType.of(
      "GruCell",
      GruCell.class,
      GruCellDef.class,
      GruCell::new,
      List.of(
          new ModuleType.Component<GruCellDef>("features", "features", GruCellDef::features)))
      .withCall((m, a) -> m.call(a.<Array>get(0)))
      .withForms(() -> new ModuleType.Forms<GruCell>(Vmapped::new, Scanned::new, Rematted::new,
          VariablesMapped::new));

  private GruCell(Handle handle, Record definition) {
    super(TYPE, handle, definition);
  }

  /**
   * Creates a {@code GruCell}.
   *
   * @return the module, without variables
   */
  public static GruCell of(int features) {
    return construct(TYPE, () -> new GruCellDef(features));
  }

  /** {@return the module that is running} Call this only in a method of {@code GruCellDef}. */
  public static GruCell self() {
    return self(TYPE);
  }

  /** {@return the component {@code features}} */
  @Override
  public int features() {
    return Module.<GruCellDef>definition(this).features();
  }

  /**
   * Copies this module with a different {@code features}.
   *
   * @return the changed copy
   */
  public GruCell withFeatures(int features) {
    return rebuild((GruCellDef def) -> new GruCellDef(features));
  }

  /** Runs {@code call} of {@code GruCellDef} in the scope of this module. */
  @Override
  public Array call(Array x) {
    GruCellDef def = definition(this);
    return run("call", MethodKind.COMPACT, a -> def.call(a.<Array>get(0)), x);
  }

  @Override
  public List<Array> step(List<Array> carry, Array x) {
    GruCellDef def = definition(this);
    return run("step", MethodKind.PLAIN, a -> def.step(a.<List<Array>>get(0), a.<Array>get(1)),
        carry, x);
  }

  /** The module mapped over axes, with the options as methods. */
  public static final class Vmapped extends GruCell implements VmapVerbs<Vmapped> {
    private Vmapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module run in a loop, with the options as methods. */
  public static final class Scanned extends GruCell implements ScanVerbs<Scanned> {
    private Scanned(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module checkpointed, with the options as methods. */
  public static final class Rematted extends GruCell implements RematVerbs<Rematted> {
    private Rematted(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module with transformed collections, with the options as methods. */
  public static final class VariablesMapped extends GruCell implements MapVariablesVerbs<VariablesMapped> {
    private VariablesMapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }
}
