// Generated from MlpDef; edit that instead.
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

/**
 * A perceptron with one hidden layer of {@link io.cambric.nn.Dense Dense}.
 *
 * <p>Shapes: {@code [..., in] -> [..., out]}.
 */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.MlpDef"
)
public sealed class Mlp extends Module<Mlp> implements Layer, ModuleCall<Array, Array>, Liftable<Mlp.Vmapped, Mlp.Scanned, Mlp.Rematted, Mlp.VariablesMapped> {
  private static final ModuleType<Mlp> TYPE = ModuleType.of(
      "Mlp",
      Mlp.class,
      MlpDef.class,
      Mlp::new,
      List.of(
          new ModuleType.Component<MlpDef>("hiddenSize", "hiddenSize", MlpDef::hiddenSize),
          new ModuleType.Component<MlpDef>("outSize", "outSize", MlpDef::outSize)))
      .withCall((m, a) -> m.call(a.<Array>get(0)))
      .withForms(() -> new ModuleType.Forms<Mlp>(Vmapped::new, Scanned::new, Rematted::new,
          VariablesMapped::new));

  private Mlp(Handle handle, Record definition) {
    super(TYPE, handle, definition);
  }

  /**
   * Creates a {@code Mlp}.
   *
   * @param hiddenSize width of the hidden layer
   * @param outSize width of the output
   * @return the module, without variables
   */
  public static Mlp of(int hiddenSize, int outSize) {
    return construct(TYPE, () -> new MlpDef(hiddenSize, outSize));
  }

  /**
   * Creates a perceptron with ten outputs.
   *
   * @param hiddenSize width of the hidden layer
   * @return the module, without variables
   */
  public static Mlp of(int hiddenSize) {
    return construct(TYPE, () -> new MlpDef(hiddenSize));
  }

  /** {@return the module that is running} Call this only in a method of {@code MlpDef}. */
  public static Mlp self() {
    return self(TYPE);
  }

  /** {@return width of the hidden layer} */
  public int hiddenSize() {
    return Module.<MlpDef>definition(this).hiddenSize();
  }

  /** {@return width of the output} */
  public int outSize() {
    return Module.<MlpDef>definition(this).outSize();
  }

  /**
   * Copies this module with a different {@code hiddenSize}.
   *
   * @param hiddenSize width of the hidden layer
   * @return the changed copy
   */
  public Mlp withHiddenSize(int hiddenSize) {
    return rebuild((MlpDef def) -> new MlpDef(hiddenSize, def.outSize()));
  }

  /**
   * Copies this module with a different {@code outSize}.
   *
   * @param outSize width of the output
   * @return the changed copy
   */
  public Mlp withOutSize(int outSize) {
    return rebuild((MlpDef def) -> new MlpDef(def.hiddenSize(), outSize));
  }

  /**
   * Computes the output.
   *
   * @param x the input
   * @return the logits
   */
  @Override
  public Array call(Array x) {
    MlpDef def = definition(this);
    return run("call", MethodKind.COMPACT, a -> def.call(a.<Array>get(0)), x);
  }

  /** The module mapped over axes, with the options as methods. */
  public static final class Vmapped extends Mlp implements VmapVerbs<Vmapped> {
    private Vmapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module run in a loop, with the options as methods. */
  public static final class Scanned extends Mlp implements ScanVerbs<Scanned> {
    private Scanned(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module checkpointed, with the options as methods. */
  public static final class Rematted extends Mlp implements RematVerbs<Rematted> {
    private Rematted(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module with transformed collections, with the options as methods. */
  public static final class VariablesMapped extends Mlp implements MapVariablesVerbs<VariablesMapped> {
    private VariablesMapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }
}
