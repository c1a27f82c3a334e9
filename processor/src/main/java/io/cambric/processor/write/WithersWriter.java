package io.cambric.processor.write;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.TypeVariableName;
import io.cambric.processor.read.ComponentModel;
import io.cambric.processor.read.ElementNames;
import io.cambric.processor.read.PyTreeModel;
import java.util.ArrayList;
import javax.lang.model.element.Modifier;

/** Writes the interface {@code FooWith} that gives the record {@code Foo} its withers. */
public final class WithersWriter {

  private final PyTreeModel tree;

  /** A writer for one record. */
  public WithersWriter(PyTreeModel tree) {
    this.tree = tree;
  }

  /** {@return the source file of the interface} */
  public JavaFile write() {
    var type =
        TypeSpec.interfaceBuilder(tree.withers())
            .addJavadoc(
                "Copies of $L that differ in one component.",
                Javadocs.aOrAn(tree.name().simpleName()))
            .addTypeVariables(tree.typeVariables())
            .addSuperinterfaces(tree.witherInterfaces());
    if (tree.isPublic()) {
      type.addModifiers(Modifier.PUBLIC);
    }
    tree.components().stream().map(WithersWriter::accessor).forEach(type::addMethod);
    tree.components().stream().map(this::wither).forEach(type::addMethod);
    return Code.file(tree.withers(), type, tree.lint(), tree.element());
  }

  private static MethodSpec accessor(ComponentModel component) {
    return MethodSpec.methodBuilder(component.name())
        .addJavadoc(Javadocs.returned(component))
        .addModifiers(Modifier.PUBLIC, Modifier.ABSTRACT)
        .returns(component.type())
        .build();
  }

  private MethodSpec wither(ComponentModel component) {
    var arguments = new ArrayList<String>();
    for (var other : tree.components()) {
      arguments.add(other.equals(component) ? other.name() : other.name() + "()");
    }
    var diamond = tree.typeVariables().isEmpty() ? "" : "<>";
    var tags = new ArrayList<>(Javadocs.param(component.name(), component.doc()));
    tags.add(Javadocs.returns("the changed copy"));
    return MethodSpec.methodBuilder(ElementNames.wither(component.name()))
        .addJavadoc(
            Javadocs.of(
                "Copies this record with a different {@code %s}.".formatted(component.name()),
                tags))
        .addModifiers(Modifier.PUBLIC, Modifier.DEFAULT)
        .addParameter(component.type(), component.name())
        .returns(nodeType())
        .addStatement(
            CodeBlock.of("return new $T$L($L)", tree.name(), diamond, Code.arguments(arguments)))
        .build();
  }

  private TypeName nodeType() {
    var names = tree.typeVariables().stream().map(v -> TypeVariableName.get(v.name()));
    return tree.typeVariables().isEmpty()
        ? tree.name()
        : ParameterizedTypeName.get(tree.name(), names.toArray(TypeName[]::new));
  }
}
