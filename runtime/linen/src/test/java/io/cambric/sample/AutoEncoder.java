package io.cambric.sample;

import io.cambric.core.Array;
import io.cambric.module.Handle;
import io.cambric.module.MethodKind;
import io.cambric.module.Module;
import io.cambric.module.ModuleType;
import java.util.List;

/** As generated from {@link AutoEncoderDef}. */
public final class AutoEncoder extends Module<AutoEncoder> {

  private static final ModuleType<AutoEncoder> TYPE =
      ModuleType.of(
              "AutoEncoder",
              AutoEncoder.class,
              AutoEncoderDef.class,
              AutoEncoder::new,
              List.of(
                  new ModuleType.Component<>("latents", "latents", AutoEncoderDef::latents),
                  new ModuleType.Component<>("features", "features", AutoEncoderDef::features)))
          .withSetup(AutoEncoderDef::parts);

  private AutoEncoder(Handle handle, AutoEncoderDef definition) {
    super(TYPE, handle, definition);
  }

  public static AutoEncoder of(int latents, int features) {
    return construct(TYPE, () -> new AutoEncoderDef(latents, features));
  }

  private AutoEncoderDef def() {
    return definition(this);
  }

  public static AutoEncoder self() {
    return self(TYPE);
  }

  /** As mirrored from the setup record. */
  public record Parts(Dense encoder, Dense decoder) {}

  public Parts parts() {
    AutoEncoderDef.Parts parts = templateParts(this);
    return new Parts(parts.encoder(), parts.decoder());
  }

  public Array call(Array x) {
    return run("call", MethodKind.PLAIN, a -> def().call(setupParts(this), a.<Array>get(0)), x);
  }

  public Array encode(Array x) {
    return run("encode", MethodKind.PLAIN, a -> def().encode(setupParts(this), a.<Array>get(0)), x);
  }
}
