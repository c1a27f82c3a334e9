package io.cambric.annotations;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives a component a scope name other than its Java name. The component is one of a {@link Module}
 * definition, or of the record that its {@link Setup} method returns, as in
 * {@code @Named("forward_rnn") Rnn forward}.
 */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Named {

  /** The scope name, which is also the key of the component's variables. */
  String value();
}
