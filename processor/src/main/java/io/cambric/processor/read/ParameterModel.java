package io.cambric.processor.read;

import com.palantir.javapoet.TypeName;
import javax.lang.model.element.VariableElement;

/**
 * A parameter of a constructor or method.
 *
 * @param element the parameter itself, for diagnostics
 * @param name its name, which the generated parameter keeps
 * @param type its type, as generated code writes it
 */
public record ParameterModel(VariableElement element, String name, TypeName type) {}
