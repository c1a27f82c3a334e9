package io.cambric.processor.body.flow;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.MethodSummary.Mention;
import io.cambric.processor.read.Owners;
import java.util.HashMap;
import java.util.Map;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * Summarizes the methods of a class from its tree. The effects of a local class count as effects of
 * its method.
 */
final class SummaryScanner extends TreePathScanner<@Nullable Void, String> {

  private final AttributedTrees trees;
  private final Map<String, Map<String, MethodSummary>> found;
  private String owner = "";

  SummaryScanner(AttributedTrees trees, Map<String, Map<String, MethodSummary>> found) {
    this.trees = trees;
    this.found = found;
  }

  @Override
  public @Nullable Void visitClass(ClassTree tree, String method) {
    var name =
        trees.element(getCurrentPath()) instanceof TypeElement type
            ? type.getQualifiedName().toString()
            : "";
    if (name.isEmpty()) {
      return super.visitClass(tree, method);
    }
    var around = owner;
    owner = name;
    found.put(owner, new HashMap<>());
    super.visitClass(tree, "<init>");
    owner = around;
    return null;
  }

  @Override
  public @Nullable Void visitMethod(MethodTree tree, String method) {
    boolean isMember =
        trees.element(getCurrentPath()) instanceof ExecutableElement element
            && ((TypeElement) Owners.of(element)).getQualifiedName().contentEquals(owner);
    return super.visitMethod(tree, isMember ? tree.getName().toString() : method);
  }

  @Override
  public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, String method) {
    var construction = Construction.at(getCurrentPath(), trees);
    if (construction.filter(Construction::isDetached).isEmpty()) {
      trees.method(getCurrentPath()).ifPresent(called -> mention(method, called));
    }
    construction
        .filter(Construction::hasAutomaticName)
        .ifPresent(made -> summary(method).automatic().add(made.module().toString()));
    construction
        .filter(made -> !made.isDetached() && Certainty.isCertain(made.factory()))
        .ifPresent(made -> summary(method).certain().add(made.asMention(trees)));
    return super.visitMethodInvocation(tree, method);
  }

  @Override
  public @Nullable Void visitMemberReference(MemberReferenceTree tree, String method) {
    if (trees.element(getCurrentPath()) instanceof ExecutableElement called) {
      mention(method, called);
      if (trees.isFactory(called)) {
        summary(method).automatic().add(trees.made(called).toString());
      }
    }
    return super.visitMemberReference(tree, method);
  }

  @Override
  public @Nullable Void visitNewClass(NewClassTree tree, String method) {
    if (trees.element(getCurrentPath()) instanceof ExecutableElement constructor) {
      mention(method, constructor);
    }
    return super.visitNewClass(tree, method);
  }

  private void mention(String method, ExecutableElement called) {
    summary(method).mentions().add(Mention.of(called));
  }

  private MethodSummary summary(String method) {
    return found
        .getOrDefault(owner, new HashMap<>())
        .computeIfAbsent(method, _ -> MethodSummary.empty());
  }
}
