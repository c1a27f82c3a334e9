package io.cambric.processor.read;

import java.util.Objects;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;

/** The type that declares an element. */
public final class Owners {

  private Owners() {}

  /**
   * {@return what {@code element}, a type, a member or a type parameter, is declared in}
   *
   * <p>Only packages and modules may have nothing around them.
   */
  public static Element of(Element element) {
    return Objects.requireNonNull(element.getEnclosingElement());
  }

  /** {@return whether {@code type} is declared public, as members of interfaces are unasked} */
  public static boolean isPublic(Element type) {
    return type.getModifiers().contains(Modifier.PUBLIC) || of(type).getKind().isInterface();
  }
}
