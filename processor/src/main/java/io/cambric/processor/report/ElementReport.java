package io.cambric.processor.report;

import java.util.HashSet;
import java.util.Set;
import javax.annotation.processing.Messager;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/**
 * The only access to the compiler's messager. Mutable: it remembers its reports, so that an element
 * in two rounds is reported once.
 *
 * <p>Reporting doesn't throw, so one compilation shows all mistakes.
 */
public final class ElementReport {

  private record Said(DiagnosticCode code, String place, String message) {}

  private final Messager messager;
  private final Places places;
  private final Severities severities;
  private final Set<Said> said = new HashSet<>();

  /** A report to the compiler's messager with the given severities. */
  public ElementReport(ProcessingEnvironment environment, Severities severities) {
    this.messager = environment.getMessager();
    this.places = new Places(environment);
    this.severities = severities;
  }

  /**
   * Reports a diagnostic on an element.
   *
   * @param what the subject and the rule that it breaks, as one or more sentences
   * @param mend the fix, as one or more sentences
   * @return whether it is an error
   */
  public boolean about(DiagnosticCode code, Element element, String what, String mend) {
    return print(code, element, null, null, what, mend);
  }

  /**
   * Reports a diagnostic on an annotation of an element.
   *
   * @return whether it is an error
   */
  public boolean about(
      DiagnosticCode code, Element element, AnnotationMirror annotation, String what, String mend) {
    return print(code, element, annotation, null, what, mend);
  }

  /**
   * Reports a diagnostic on one value of an annotation of an element.
   *
   * @return whether it is an error
   */
  public boolean about(
      DiagnosticCode code,
      Element element,
      AnnotationMirror annotation,
      AnnotationValue value,
      String what,
      String mend) {
    return print(code, element, annotation, value, what, mend);
  }

  private boolean print(
      DiagnosticCode code,
      Element element,
      @Nullable AnnotationMirror annotation,
      @Nullable AnnotationValue value,
      String what,
      String mend) {
    var severity = severities.of(code);
    var message = code.message(what, mend, places.text(element).map(" (%s)"::formatted).orElse(""));
    var place = element.getEnclosingElement() + "/" + element;
    if (severity == Severity.OFF || Suppression.has(element, code)) {
      return false;
    }
    if (said.add(new Said(code, place, message))) {
      print(severity.kind(), message, element, annotation, value);
    }
    return severity == Severity.ERROR;
  }

  private void print(
      Diagnostic.Kind kind,
      String message,
      Element element,
      @Nullable AnnotationMirror annotation,
      @Nullable AnnotationValue value) {
    if (annotation == null) {
      messager.printMessage(kind, message, places.reported(element));
    } else if (value == null) {
      messager.printMessage(kind, message, element, annotation);
    } else {
      messager.printMessage(kind, message, element, annotation, value);
    }
  }
}
