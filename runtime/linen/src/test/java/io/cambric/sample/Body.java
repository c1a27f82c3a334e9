package io.cambric.sample;

import io.cambric.module.Handle;
import io.cambric.module.MethodKind;
import io.cambric.module.Module;
import io.cambric.module.ModuleType;
import java.util.List;
import java.util.function.UnaryOperator;

/** As generated from {@link BodyDef}. */
public final class Body extends Module<Body> {

  private static final ModuleType<Body> TYPE =
      ModuleType.of(
          "Body",
          Body.class,
          BodyDef.class,
          Body::new,
          List.of(new ModuleType.Component<>("body", "body", BodyDef::body)));

  private Body(Handle handle, BodyDef definition) {
    super(TYPE, handle, definition);
  }

  public static Body of(UnaryOperator<Object> body) {
    return construct(TYPE, () -> new BodyDef(body));
  }

  private BodyDef def() {
    return definition(this);
  }

  public static Body self() {
    return self(TYPE);
  }

  public Object call(Object argument) {
    return run("call", MethodKind.COMPACT, a -> def().call(a.<Object>get(0)), argument);
  }

  public Object helper(Object argument) {
    return run("helper", MethodKind.COMPACT, a -> def().helper(a.<Object>get(0)), argument);
  }

  public Object plain(Object argument) {
    return run("plain", MethodKind.PLAIN, a -> def().plain(a.<Object>get(0)), argument);
  }
}
