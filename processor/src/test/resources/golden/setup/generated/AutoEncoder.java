// Generated from AutoEncoderDef; edit that instead.
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
import io.cambric.nn.Dense;
import java.util.List;

/** An encoder and a decoder. */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.AutoEncoderDef"
)
public sealed class AutoEncoder extends Module<AutoEncoder> implements Layer, ModuleCall<Array, Array>, Liftable<AutoEncoder.Vmapped, AutoEncoder.Scanned, AutoEncoder.Rematted, AutoEncoder.VariablesMapped> {
  private static final ModuleType<AutoEncoder> TYPE = ModuleType.of(
      "AE",
      AutoEncoder.class,
      AutoEncoderDef.class,
      AutoEncoder::new,
      List.of(
          new ModuleType.Component<AutoEncoderDef>("latents", "latents", AutoEncoderDef::latents),
          new ModuleType.Component<AutoEncoderDef>("features", "features", AutoEncoderDef::features)))
      .withSetup(AutoEncoderDef::parts)
      .withCall((m, a) -> m.call(a.<Array>get(0)))
      .withForms(() -> new ModuleType.Forms<AutoEncoder>(Vmapped::new, Scanned::new, Rematted::new,
          VariablesMapped::new));

  private AutoEncoder(Handle handle, Record definition) {
    super(TYPE, handle, definition);
  }

  /**
   * Creates an {@code AutoEncoder}.
   *
   * @return the module, without variables
   */
  public static AutoEncoder of(int latents, int features) {
    return construct(TYPE, () -> new AutoEncoderDef(latents, features));
  }

  /**
   * {@return the module that is running} Call this only in a method of {@code AutoEncoderDef}.
   */
  public static AutoEncoder self() {
    return self(TYPE);
  }

  /** {@return the component {@code latents}} */
  public int latents() {
    return Module.<AutoEncoderDef>definition(this).latents();
  }

  /** {@return the component {@code features}} */
  public int features() {
    return Module.<AutoEncoderDef>definition(this).features();
  }

  /**
   * Copies this module with a different {@code latents}.
   *
   * @return the changed copy
   */
  public AutoEncoder withLatents(int latents) {
    return rebuild((AutoEncoderDef def) -> new AutoEncoderDef(latents, def.features()));
  }

  /**
   * Copies this module with a different {@code features}.
   *
   * @return the changed copy
   */
  public AutoEncoder withFeatures(int features) {
    return rebuild((AutoEncoderDef def) -> new AutoEncoderDef(def.latents(), features));
  }

  /**
   * {@return the parts of this module: bound if this module is bound, templates otherwise}
   *
   * <ul>
   *   <li>{@code encoder}: to latents
   *   <li>{@code decoder}: from latents
   * </ul>
   */
  public Parts parts() {
    var parts = Module.<AutoEncoderDef.Parts>templateParts(this);
    return new Parts(parts.encoder(), parts.decoder());
  }

  /**
   * Encodes and decodes.
   *
   * @param x the input
   */
  @Override
  public Array call(Array x) {
    AutoEncoderDef def = definition(this);
    return run("call", MethodKind.PLAIN, a -> def.call(Module.<AutoEncoderDef.Parts>setupParts(this),
        a.<Array>get(0)), x);
  }

  /** Runs {@code encode} of {@code AutoEncoderDef} in the scope of this module. */
  public Array encode(Array x) {
    AutoEncoderDef def = definition(this);
    return run("encode", MethodKind.PLAIN, a -> def.encode(Module.<AutoEncoderDef.Parts>setupParts(this),
        a.<Array>get(0)), x);
  }

  /** Runs {@code warmUp} of {@code AutoEncoderDef} in the scope of this module. */
  public void warmUp() {
    AutoEncoderDef def = definition(this);
    runVoid("warmUp", MethodKind.PLAIN, a -> def.warmUp(Module.<AutoEncoderDef.Parts>setupParts(this)));
  }

  /** Computes {@code ratio} of {@code AutoEncoderDef} from the components of this module. */
  public int ratio() {
    AutoEncoderDef def = definition(this);
    return def.ratio();
  }

  /**
   * The two halves.
   *
   * @param encoder to latents
   * @param decoder from latents
   */
  public record Parts(Dense encoder, Dense decoder) {
  }

  /** The module mapped over axes, with the options as methods. */
  public static final class Vmapped extends AutoEncoder implements VmapVerbs<Vmapped> {
    private Vmapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module run in a loop, with the options as methods. */
  public static final class Scanned extends AutoEncoder implements ScanVerbs<Scanned> {
    private Scanned(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module checkpointed, with the options as methods. */
  public static final class Rematted extends AutoEncoder implements RematVerbs<Rematted> {
    private Rematted(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /** The module with transformed collections, with the options as methods. */
  public static final class VariablesMapped extends AutoEncoder implements MapVariablesVerbs<VariablesMapped> {
    private VariablesMapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }
}
