package io.cambric.processor.read;

import java.util.Objects;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;

/** The type that declares an element. */
public final class Owners {

  private Owners() {}

  /**
   * {@return the element that declares {@code element}, a type, a member or a type parameter}
   *
   * <p>Only packages and modules may lack an enclosing element.
   */
  public static Element of(Element element) {
    return Objects.requireNonNull(element.getEnclosingElement());
  }

  /** {@return whether {@code type} is public, explicitly or as a member of an interface} */
  public static boolean isPublic(Element type) {
    return type.getModifiers().contains(Modifier.PUBLIC) || of(type).getKind().isInterface();
  }
}
