// Generated from AutoEncoderDef; edit that instead.
package example;

import io.cambric.annotations.Generated;
import io.cambric.core.Array;
import io.cambric.module.Applied;
import io.cambric.module.ApplyOptions;
import io.cambric.module.Handle;
import io.cambric.module.Initialized;
import io.cambric.module.Layer;
import io.cambric.module.MapVariablesVerbs;
import io.cambric.module.MethodKind;
import io.cambric.module.Module;
import io.cambric.module.ModuleType;
import io.cambric.module.RematVerbs;
import io.cambric.module.ScanVerbs;
import io.cambric.module.VmapVerbs;
import io.cambric.nn.Dense;
import io.cambric.numpy.Key;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.scope.lift.MapVariablesLift;
import io.cambric.scope.lift.RematLift;
import io.cambric.scope.lift.ScanLift;
import io.cambric.scope.lift.VmapLift;
import java.util.List;

/**
 * An encoder and a decoder.
 */
@Generated(
    value = "io.cambric.processor.CambricProcessor",
    from = "example.AutoEncoderDef"
)
public sealed class AutoEncoder extends Module<AutoEncoder> implements Layer {
  private static final ModuleType<AutoEncoder> TYPE = ModuleType.of(
      "AE",
      AutoEncoder.class,
      AutoEncoderDef.class,
      AutoEncoder::new,
      List.of(
          new ModuleType.Component<>("latents", "latents", AutoEncoderDef::latents),
          new ModuleType.Component<>("features", "features", AutoEncoderDef::features)))
      .withSetup(AutoEncoderDef::parts);

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

  /**
   * {@return the component {@code latents}}
   */
  public int latents() {
    AutoEncoderDef def = definition(this);
    return def.latents();
  }

  /**
   * {@return the component {@code features}}
   */
  public int features() {
    AutoEncoderDef def = definition(this);
    return def.features();
  }

  /**
   * Copies this module with a different {@code latents}.
   *
   * @return the changed copy
   */
  public AutoEncoder withLatents(int latents) {
    AutoEncoderDef def = definition(this);
    return rebuild(() -> new AutoEncoderDef(latents, def.features()));
  }

  /**
   * Copies this module with a different {@code features}.
   *
   * @return the changed copy
   */
  public AutoEncoder withFeatures(int features) {
    AutoEncoderDef def = definition(this);
    return rebuild(() -> new AutoEncoderDef(def.latents(), features));
  }

  /**
   * {@return the parts of this module: bound if this module is bound, templates otherwise}
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

  /**
   * Runs {@code encode} of {@code AutoEncoderDef} in the scope of this module.
   */
  public Array encode(Array x) {
    AutoEncoderDef def = definition(this);
    return run("encode", MethodKind.PLAIN, a -> def.encode(Module.<AutoEncoderDef.Parts>setupParts(this),
        a.<Array>get(0)), x);
  }

  /**
   * Runs {@code warmUp} of {@code AutoEncoderDef} in the scope of this module.
   */
  public void warmUp() {
    AutoEncoderDef def = definition(this);
    runVoid("warmUp", MethodKind.PLAIN, a -> def.warmUp(Module.<AutoEncoderDef.Parts>setupParts(this)));
  }

  /**
   * Computes {@code ratio} of {@code AutoEncoderDef} from the components of this module.
   */
  public int ratio() {
    AutoEncoderDef def = definition(this);
    return def.ratio();
  }

  /**
   * Initializes the variables by running {@code call}.
   *
   * @param key the key of all random numbers
   * @param x the input
   * @return the new variables
   */
  public Variables init(Key key, Array x) {
    return init(key, m -> m.call(x));
  }

  /**
   * Initializes the variables by running {@code call}.
   *
   * @param rngs the keys of the random streams
   * @param x the input
   * @return the new variables
   */
  public Variables init(Rngs rngs, Array x) {
    return init(rngs, m -> m.call(x));
  }

  /**
   * Initializes the variables by running {@code call}, and returns its output.
   *
   * @param key the key of all random numbers
   * @param x the input
   * @return the output and the new variables
   */
  public Initialized<Array> initWithOutput(Key key, Array x) {
    return initWithOutput(key, m -> m.call(x));
  }

  /**
   * Initializes the variables by running {@code call}, and returns its output.
   *
   * @param rngs the keys of the random streams
   * @param x the input
   * @return the output and the new variables
   */
  public Initialized<Array> initWithOutput(Rngs rngs, Array x) {
    return initWithOutput(rngs, m -> m.call(x));
  }

  /**
   * Runs {@code call} with the given variables.
   *
   * @param variables the variables of the module
   * @param x the input
   * @return the output
   */
  public Array apply(Variables variables, Array x) {
    return apply(variables, m -> m.call(x));
  }

  /**
   * Runs {@code call} with the given variables and options.
   *
   * @param variables the variables of the module
   * @param options options such as mutable collections and random streams
   * @param x the input
   * @return the output and the mutable variables
   */
  public Applied<Array> apply(Variables variables, ApplyOptions options, Array x) {
    return apply(variables, options, m -> m.call(x));
  }

  /**
   * {@return this module with methods mapped over axes of arguments, variables and results;
   * options follow}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public Vmapped vmap(String... methods) {
    return lift(Vmapped::new, VmapLift.NONE, methods);
  }

  /**
   * {@return this module with methods mapped like {@link #vmap}, with a worker thread for each
   * lane}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public Vmapped pmap(String... methods) {
    return lift(Vmapped::new, VmapLift.WORKERS, methods);
  }

  /**
   * {@return this module with methods run in a loop; options follow} The first argument is the
   * carry. The result is the next carry, or a
   * {@link io.cambric.transform.result.Carry} with an output.
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public Scanned scan(String... methods) {
    return lift(Scanned::new, ScanLift.NONE, methods);
  }

  /**
   * {@return this module with methods checkpointed: the residuals are only their arguments;
   * options follow}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public Rematted remat(String... methods) {
    return lift(Rematted::new, RematLift.ALL, methods);
  }

  /**
   * {@return this module with methods that see transformed collections; options follow}
   *
   * @param methods the names of the methods; {@code call} by default
   */
  public VariablesMapped mapVariables(String... methods) {
    return lift(VariablesMapped::new, MapVariablesLift.NONE, methods);
  }

  /**
   * The two halves.
   *
   * @param encoder to latents
   * @param decoder from latents
   */
  public record Parts(Dense encoder, Dense decoder) {
  }

  /**
   * The module mapped over axes, with the options as methods.
   */
  public static final class Vmapped extends AutoEncoder implements VmapVerbs<Vmapped> {
    private Vmapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /**
   * The module run in a loop, with the options as methods.
   */
  public static final class Scanned extends AutoEncoder implements ScanVerbs<Scanned> {
    private Scanned(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /**
   * The module checkpointed, with the options as methods.
   */
  public static final class Rematted extends AutoEncoder implements RematVerbs<Rematted> {
    private Rematted(Handle handle, Record definition) {
      super(handle, definition);
    }
  }

  /**
   * The module with transformed collections, with the options as methods.
   */
  public static final class VariablesMapped extends AutoEncoder implements MapVariablesVerbs<VariablesMapped> {
    private VariablesMapped(Handle handle, Record definition) {
      super(handle, definition);
    }
  }
}
