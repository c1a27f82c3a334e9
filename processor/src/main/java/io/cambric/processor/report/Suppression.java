package io.cambric.processor.report;

import java.util.List;
import javax.lang.model.element.Element;

/** Finds whether {@code @SuppressWarnings} suppresses a diagnostic by its tag. */
public final class Suppression {

  private Suppression() {}

  /** {@return whether {@code element} or an enclosing element suppresses {@code code}} */
  public static boolean has(Element element, DiagnosticCode code) {
    for (var e = element; e != null; e = e.getEnclosingElement()) {
      var annotation = e.getAnnotation(SuppressWarnings.class);
      if (annotation != null && List.of(annotation.value()).contains(code.tag())) {
        return true;
      }
    }
    return false;
  }
}
