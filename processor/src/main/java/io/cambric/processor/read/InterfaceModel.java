package io.cambric.processor.read;

import com.palantir.javapoet.TypeName;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.TypeElement;

/**
 * An interface named in {@code @Module(as = ...)}.
 *
 * @param element the interface itself
 * @param type the interface with its inferred type arguments
 * @param value the annotation value that names it, for diagnostics
 */
public record InterfaceModel(TypeElement element, TypeName type, AnnotationValue value) {}
